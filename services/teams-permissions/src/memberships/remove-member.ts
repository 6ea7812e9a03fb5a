import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { MembershipRemoved, TeamMembership } from '@portico/proto/teams/v1/memberships';
import type { DataSource } from 'typeorm';
import { requirePermission } from '../permissions/require-permission.ts';
import { clearSelectedTeam, type ClearSelectedTeamDeps } from './clear-selected-team.ts';
import { membershipDeleted } from './membership.events.ts';
import { requireMembership } from './require-membership.ts';

type Deps = { db: DataSource } & ClearSelectedTeamDeps;

const DELETE = `delete from team_memberships
  where project_id = $1 and branch_id = $2 and team_id = $3 and user_id = $4`;

/** Leaving a team needs no permission, removing somebody else does. */
const requireRight = async (db: DataSource, req: TeamMembership, call: CallContext): Promise<void> => {
  if (call.access_type !== 'client') return;
  if (call.user_id === undefined) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
  if (req.user_id === call.user_id) return;
  const needed = { team_id: req.team_id, user_id: call.user_id, permission_id: '$remove_members' as const };
  await requirePermission(db, needed, call);
};

/** The member's direct permissions go with the membership, untold. */
export const removeMember =
  (deps: Deps) =>
  async ({ team_id, user_id }: TeamMembership, call: CallContext): Promise<MembershipRemoved> => {
    const membership = { team_id, user_id };
    await requireRight(deps.db, membership, call);
    await requireMembership(deps, membership, call);
    await transaction(deps.db, async (tx) => {
      const removed = await sql(tx).execute(DELETE, [call.project_id, call.branch_id, team_id, user_id]);
      if (removed === 0) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND(membership);
      await emit(tx, membershipDeleted(membership, call));
    });
    await clearSelectedTeam(deps, membership, call);
    return {};
  };
