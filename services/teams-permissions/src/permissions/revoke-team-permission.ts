import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { PermissionRevoked, TeamPermission } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireMembership } from '../memberships/require-membership.ts';
import { teamPermissionDeleted } from './permission.events.ts';

type Deps = { db: DataSource; identity: Identity };

const DELETE = `delete from team_permission_grants
  where project_id = $1 and branch_id = $2 and team_id = $3 and user_id = $4 and permission_id = $5`;

/** Only a direct grant can be taken back. */
export const revokeTeamPermission =
  ({ db, identity }: Deps) =>
  async ({ id, team_id, user_id }: TeamPermission, call: CallContext): Promise<PermissionRevoked> => {
    await requireMembership({ db, identity }, { team_id, user_id }, call);
    await transaction(db, async (tx) => {
      const values = [call.project_id, call.branch_id, team_id, user_id, id];
      const revoked = await sql(tx).execute(DELETE, values);
      if (revoked === 0) throw knownErrors.TEAM_PERMISSION_NOT_FOUND({ team_id, user_id, permission_id: id });
      await emit(tx, teamPermissionDeleted({ id, team_id, user_id }, call));
    });
    return {};
  };
