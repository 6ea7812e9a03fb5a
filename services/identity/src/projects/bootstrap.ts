/** Project `internal`: created once, brought up to date at every start. */
import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { isKnownError } from '@portico/platform/known-errors';
import type { BootstrapRequest, Bootstrapped } from '@portico/proto/identity/v1/projects';
import type { ConfigObject } from '../config/config-node.ts';
import { mergeOverride } from '../config/merge-override.ts';
import { writeConfig } from '../config/write-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { initialConfig } from './initial-config.ts';
import { insertProject } from './insert-project.ts';
import { firstInternalConfig, reappliedInternalConfig } from './internal-config.ts';
import { INTERNAL_PROJECT } from './internal-project.ts';

export const INTERNAL_TEAM_ID = '7c0d3a52-58f4-4a0f-9c3e-2f1a6b9d4e10';
const KEY_SET_ID = '3142e763-b230-44b5-8636-aa62f7489c26';
const KEYS_EXPIRE_AT = Date.UTC(2099, 11, 31, 23, 59, 59);

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'api_keys' | 'clock' | 'config'>;

const exists = async ({ db }: Deps): Promise<boolean> => {
  const rows = await sql(db).query('select 1 from projects where project_id = $1', [INTERNAL_PROJECT]);
  return rows.length > 0;
};

const createInternal = async (deps: Deps, call: CallContext, override: ConfigObject): Promise<void> => {
  const columns = {
    project_id: INTERNAL_PROJECT,
    display_name: 'Portico',
    description: 'The project whose users own all other projects',
    logo_url: null,
    full_logo_url: null,
    is_production_mode: false,
    owner_team_id: INTERNAL_TEAM_ID,
    created_at_millis: deps.clock.now(),
  };
  try {
    await insertProject(deps)(call, { columns, override });
  } catch (error) {
    // Another process was faster.
    if (!(await exists(deps))) throw error;
  }
};

const ensureTeam = async ({ teams }: Deps, call: CallContext): Promise<void> => {
  const team_id = INTERNAL_TEAM_ID;
  try {
    await teams.teams.getTeam({ team_id }, call);
  } catch (error) {
    if (!isKnownError(error, 'TEAM_NOT_FOUND')) throw error;
    const metadata = {
      client_metadata: undefined,
      client_read_only_metadata: undefined,
      server_metadata: undefined,
    };
    await teams.teams.createTeam({ team_id, display_name: 'Portico', ...metadata }, call);
  }
};

export const bootstrap =
  (deps: Deps) =>
  async (request: BootstrapRequest, _call: CallContext): Promise<Bootstrapped> => {
    const call = systemCall(INTERNAL_PROJECT);
    const reapplied = (stored: ConfigObject) =>
      mergeOverride(stored, reappliedInternalConfig(deps.config, request.web_url));
    if (await exists(deps)) {
      await writeConfig(deps)(call, { change: reapplied });
    } else {
      const first = mergeOverride(initialConfig(), firstInternalConfig(deps.config));
      await createInternal(deps, call, reapplied(first));
    }
    await ensureTeam(deps, call);
    const { publishable_client_key, secret_server_key, super_secret_admin_key } = request;
    await deps.api_keys.project_keys.seedProjectKeySet(
      {
        id: KEY_SET_ID,
        description: 'Keys of this installation',
        expires_at_millis: KEYS_EXPIRE_AT,
        publishable_client_key,
        secret_server_key,
        super_secret_admin_key,
      },
      call,
    );
    return {};
  };
