import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { PermissionRevoked, ProjectPermission } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireUser } from '../memberships/require-user.ts';
import { projectPermissionDeleted } from './permission.events.ts';

type Deps = { db: DataSource; identity: Identity };

const DELETE = `delete from project_permission_grants
  where project_id = $1 and branch_id = $2 and user_id = $3 and permission_id = $4`;

/** Only a direct grant can be taken back. */
export const revokeProjectPermission =
  ({ db, identity }: Deps) =>
  async ({ id, user_id }: ProjectPermission, call: CallContext): Promise<PermissionRevoked> => {
    await requireUser({ db, identity }, user_id, call);
    await transaction(db, async (tx) => {
      const revoked = await sql(tx).execute(DELETE, [call.project_id, call.branch_id, user_id, id]);
      if (revoked === 0) throw knownErrors.PERMISSION_NOT_FOUND({ permission_id: id });
      await emit(tx, projectPermissionDeleted({ id, user_id }, call));
    });
    return {};
  };
