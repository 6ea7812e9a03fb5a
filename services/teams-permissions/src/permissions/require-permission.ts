import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { DataSource } from 'typeorm';
import { CHECK_TEAM_PERMISSION } from './held-permissions.ts';
import type { SystemPermissionId } from './system-permissions.ts';

interface Needed {
  team_id: string;
  user_id: string;
  permission_id: SystemPermissionId;
}

/** One statement. The user is the current one, so nobody has to ask whether it exists. */
export const requirePermission = async (
  db: DataSource,
  { team_id, user_id, permission_id }: Needed,
  { project_id, branch_id }: CallContext,
): Promise<void> => {
  const values = [project_id, branch_id, team_id, user_id, permission_id];
  const [found] = await sql(db).query<{ is_member: boolean; is_permitted: boolean }>(
    CHECK_TEAM_PERMISSION,
    values,
    { name: 'check_team_permission' },
  );
  if (!found?.is_member) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND({ team_id, user_id });
  if (!found.is_permitted) throw knownErrors.TEAM_PERMISSION_REQUIRED({ team_id, user_id, permission_id });
};

/** Servers may do anything to a team, clients what their user may. */
export const requireClientPermission = async (
  db: DataSource,
  { team_id, permission_id }: Omit<Needed, 'user_id'>,
  call: CallContext,
): Promise<void> => {
  if (call.access_type !== 'client') return;
  if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
  await requirePermission(db, { team_id, user_id: call.user_id, permission_id }, call);
};
