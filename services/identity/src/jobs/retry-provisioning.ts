import { systemCall } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { IdentityDeps } from '../deps.ts';
import { provisionUser } from '../users/provision-user.ts';

/** The request that created the user provisions it too; after this long it has evidently not. */
const PATIENCE_MILLIS = 5_000;
const BATCH = 100;

interface Row {
  project_id: string;
  branch_id: string;
  id: string;
  display_name: string | null;
  primary_email: string | null;
}

/** Finishes the creation of users whose process, or whose neighbour, went away in the middle of it. */
export const retryProvisioning =
  (deps: Pick<IdentityDeps, 'db' | 'teams' | 'clock'>) => async (): Promise<void> => {
    const rows = await sql(deps.db).query<Row>(
      `select u.project_id, u.branch_id, u.id, u.display_name, c.value as primary_email
       from users u
       left join contact_channels c on c.project_id = u.project_id and c.branch_id = u.branch_id
         and c.user_id = u.id and c.type = 'email' and c.is_primary
       where u.provisioned_at_millis is null and u.signed_up_at_millis < $1
       order by u.signed_up_at_millis limit ${BATCH}`,
      [deps.clock.now() - PATIENCE_MILLIS],
    );
    for (const row of rows) await provisionUser(deps)(systemCall(row.project_id, row.branch_id), row);
  };
