import { systemCall } from '@portico/platform/call';
import type { Event } from '@portico/proto/events/v1/event';
import type { IdentityDeps } from '../deps.ts';
import { clearSelectedTeam } from '../users/clear-selected-team.ts';

type Deps = Pick<IdentityDeps, 'db' | 'teams'>;

/** Makes up for a call of the teams service that was lost after the team had gone. */
export const onTeamDeleted =
  (deps: Deps) =>
  async ({ project_id, branch_id, subject }: Event): Promise<void> => {
    await clearSelectedTeam(deps)({ team_id: subject }, systemCall(project_id, branch_id));
  };

/** The same for one member. Somebody who has come back since keeps what was selected then. */
export const onMembershipDeleted =
  (deps: Deps) =>
  async ({ project_id, branch_id, team_membership }: Event): Promise<void> => {
    if (!team_membership) return;
    const call = systemCall(project_id, branch_id);
    const { is_member } = await deps.teams.memberships.checkMembership(team_membership, call);
    if (!is_member) await clearSelectedTeam(deps)(team_membership, call);
  };
