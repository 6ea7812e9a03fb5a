import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { UserExistsRequest, UserExistsResponse } from '@portico/proto/identity/v1/users';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';

export const userExistsIn = async (db: Db, call: CallContext, user_id: string): Promise<boolean> => {
  if (!isUuid(user_id)) return false;
  const rows = await sql(db).query(
    'select 1 from users where project_id = $1 and branch_id = $2 and id = $3',
    [...tenant(call), user_id],
    { name: 'user_exists' },
  );
  return rows.length > 0;
};

export const userExists =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async ({ user_id }: UserExistsRequest, call: CallContext): Promise<UserExistsResponse> => ({
    exists: await userExistsIn(db, call, user_id),
  });
