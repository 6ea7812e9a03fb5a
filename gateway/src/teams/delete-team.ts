import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { teamParams } from './team.schema.ts';
import { teamsQuery } from './teams-query.ts';

export const deleteTeam = route({
  method: 'DELETE',
  path: '/teams/:team_id',
  access: 'client',
  summary: 'Delete a team; clients need $delete_team',
  request: { params: teamParams, query: teamsQuery },
  response: success,
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
  ],
  handler: async ({ params, services, call, context }) => {
    await services.teams_permissions.teams.deleteTeam(params, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
