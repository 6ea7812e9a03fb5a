import { sql } from '@portico/platform/db/sql';
import type { Event } from '@portico/proto/events/v1/event';
import type { IdentityDeps } from '../deps.ts';
import { systemCall } from '@portico/platform/call';

const TABLES = [
  'sessions',
  'verification_codes',
  'contact_channels',
  'oauth_states',
  'oauth_authorization_codes',
  'oauth_provider_tokens',
  'oauth_accounts',
  'passkeys',
  'recovery_codes',
  'factor_tries',
  'cli_logins',
  'spent_refresh_tokens',
  'images',
  'users',
];
const BATCH = 5_000;

/**
 * Removes what belonged to a deleted project, here and once more in the other services. Nobody can
 * reach it any more, so it may take its time: small statements, in no common transaction.
 */
export const onProjectDeleted =
  ({ db, teams, api_keys, email }: Pick<IdentityDeps, 'db' | 'teams' | 'api_keys' | 'email'>) =>
  async ({ project_id, branch_id }: Event): Promise<void> => {
    const system = systemCall(project_id, branch_id);
    await teams.provisioning.removeProject({}, system);
    await api_keys.project_keys.removeProjectKeys({}, system);
    await email?.inbox.removeProjectMail({}, system);
    for (const table of TABLES) {
      const batch = `delete from ${table} where ctid = any(array(
        select ctid from ${table} where project_id = $1 limit ${BATCH}))`;
      while ((await sql(db).execute(batch, [project_id])) === BATCH);
    }
  };
