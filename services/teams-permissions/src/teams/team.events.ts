import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import type { Team } from '@portico/proto/teams/v1/teams';

/** Everything about a team and its members has the team as subject, so that it arrives in order. */
export const aboutTeam = (team_id: string, call: CallContext) => ({
  project_id: call.project_id,
  branch_id: call.branch_id,
  subject: team_id,
  actor: call.user_id ?? call.access_type,
});

export const teamCreated = (team: Team, call: CallContext): NewEvent => ({
  ...aboutTeam(team.id, call),
  type: 'team.created',
  team,
});

export const teamUpdated = (team: Team, call: CallContext): NewEvent => ({
  ...aboutTeam(team.id, call),
  type: 'team.updated',
  team,
});

export const teamDeleted = (team_id: string, call: CallContext): NewEvent => ({
  ...aboutTeam(team_id, call),
  type: 'team.deleted',
});
