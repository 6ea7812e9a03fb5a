import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { clientTeam, serverTeam } from './team.schema.ts';
import { teamsQuery } from './teams-query.ts';

export const listTeams = route({
  method: 'GET',
  path: '/teams',
  access: 'client',
  summary: 'List teams, oldest first; clients name themselves',
  request: { query: teamsQuery },
  response: { client: listOf(clientTeam), server: listOf(serverTeam) },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ query, services, call }) =>
    completeList((await services.teams_permissions.teams.listTeams({ user_id: query.user_id }, call)).items),
});
