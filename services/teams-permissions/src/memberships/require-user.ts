import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { DataSource } from 'typeorm';
import { withoutCaller, type Identity } from '../identity.ts';

export type RequireUserDeps = { db: DataSource; identity: Identity };

const SELECT = `select is_deprovisioned from provisioned_users
  where project_id = $1 and branch_id = $2 and user_id = $3`;

/** Only for users that were not provisioned here (yet) the identity service has to be asked. */
export const requireUser = async (
  { db, identity }: RequireUserDeps,
  user_id: string,
  call: CallContext,
): Promise<void> => {
  const values = [call.project_id, call.branch_id, user_id];
  const [known] = await sql(db).query<{ is_deprovisioned: boolean }>(SELECT, values, {
    name: 'require_user',
  });
  if (known && !known.is_deprovisioned) return;
  const { exists } = known
    ? { exists: false }
    : await identity.users.userExists({ user_id }, withoutCaller(call));
  if (!exists) throw knownErrors.USER_NOT_FOUND();
};
