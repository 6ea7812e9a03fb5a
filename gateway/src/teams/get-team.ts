import { route } from '../http/route.ts';
import { teamParams, teamView } from './team.schema.ts';
import { teamsQuery } from './teams-query.ts';

export const getTeam = route({
  method: 'GET',
  path: '/teams/:team_id',
  access: 'client',
  summary: 'Read a team; clients must be members',
  request: { params: teamParams, query: teamsQuery },
  response: teamView,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND'],
  handler: ({ params, services, call }) => services.teams_permissions.teams.getTeam(params, call),
});
