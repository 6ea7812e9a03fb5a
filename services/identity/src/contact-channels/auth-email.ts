import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { tenant, type Db } from '../deps.ts';

/** Whether an address (normalised) signs somebody in. The unique index has the last word. */
export const isAuthEmailTaken = async (db: Db, call: CallContext, email: string): Promise<boolean> => {
  const rows = await sql(db).query(
    `select 1 from contact_channels
     where project_id = $1 and branch_id = $2 and type = 'email' and value = $3 and used_for_auth`,
    [...tenant(call), email],
  );
  return rows.length > 0;
};
