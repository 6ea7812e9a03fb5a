import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import type { TeamMembership } from '@portico/proto/teams/v1/memberships';
import { aboutTeam } from '../teams/team.events.ts';

export const membershipCreated = (team_membership: TeamMembership, call: CallContext): NewEvent => ({
  ...aboutTeam(team_membership.team_id, call),
  type: 'team_membership.created',
  team_membership,
});

export const membershipDeleted = (team_membership: TeamMembership, call: CallContext): NewEvent => ({
  ...aboutTeam(team_membership.team_id, call),
  type: 'team_membership.deleted',
  team_membership,
});
