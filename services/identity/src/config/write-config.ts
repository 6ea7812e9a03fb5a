/** The one way a branch's configuration changes. */
import { systemCall, type CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { ProjectSettings } from '@portico/proto/teams/v1/provisioning';
import type { EntityManager } from 'typeorm';
import { eventOf, tenant, type IdentityDeps } from '../deps.ts';
import type { ConfigObject } from './config-node.ts';
import { checkDefaultProducts } from './default-products.ts';
import { renderConfig } from './render-config.ts';
import { SETTINGS_REVISION, toSettings } from './settings.ts';
import { openOverride, sealOverride } from './stored-config.ts';
import { toTeamSettings } from './team-settings.ts';

const LONGEST_OVERRIDE = 5_000_000;

interface BranchRow {
  project_id: string;
  branch_id: string;
  config_override_sealed: string;
  config_version: number;
}

export interface ConfigChange {
  /** The override after the change; called while the branch is locked. */
  change(override: ConfigObject): ConfigObject;
  /** More work for the same transaction. */
  also?(tx: EntityManager, config: ConfigObject): Promise<void>;
}

/** What a new override is stored as. */
export const configColumns = (override: ConfigObject) => {
  if (JSON.stringify(override).length > LONGEST_OVERRIDE) {
    throw statusError(400, `The configuration must not be longer than ${LONGEST_OVERRIDE} characters.`);
  }
  const config = renderConfig(override);
  checkDefaultProducts(config);
  return { config, settings: toSettings(config), settings_revision: SETTINGS_REVISION };
};

const lockBranch = async (tx: EntityManager, call: CallContext): Promise<BranchRow> => {
  const [row] = await sql(tx).query<BranchRow>(
    'select * from branches where project_id = $1 and branch_id = $2 for update',
    tenant(call),
  );
  if (!row) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
  return row;
};

/**
 * Changes the configuration, one writer at a time, and hands the teams service its part before it
 * returns. When that service is away the change stands and the event brings it there, but the caller
 * learns that it is not everywhere yet.
 */
export const writeConfig =
  ({ db, keyring, teams }: Pick<IdentityDeps, 'db' | 'keyring' | 'teams'>) =>
  async (call: CallContext, { change, also }: ConfigChange): Promise<ConfigObject> => {
    let pushed: ProjectSettings | undefined;
    const config = await transaction(db, async (tx) => {
      const branch = await lockBranch(tx, call);
      const override = change(openOverride(keyring, branch));
      const columns = configColumns(override);
      const config_version = branch.config_version + 1;
      pushed = toTeamSettings(columns.config, config_version);
      await sql(tx).execute(
        `update branches
         set config_override_sealed = $3, config_version = $4, settings = $5, settings_revision = $6
         where project_id = $1 and branch_id = $2`,
        [
          ...tenant(call),
          sealOverride(keyring, branch, override),
          config_version,
          JSON.stringify(columns.settings),
          columns.settings_revision,
        ],
      );
      await also?.(tx, columns.config);
      const event = eventOf(call, 'project.settings_changed', call.project_id);
      await emit(tx, { ...event, project_settings: pushed });
      return columns.config;
    });
    if (pushed) await teams.provisioning.applyProjectSettings(pushed, systemCall(...tenant(call)));
    return config;
  };
