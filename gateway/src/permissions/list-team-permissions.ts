import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { teamPermission, teamPermissionsQuery } from './permission.schema.ts';

export const listTeamPermissions = route({
  method: 'GET',
  path: '/team-permissions',
  access: 'client',
  summary: 'List team permissions of users; clients name themselves',
  description: 'Only direct grants, unless `recursive` asks for what they contain as well.',
  request: { query: teamPermissionsQuery },
  response: listOf(teamPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ query, services, call }) => {
    const filter = { ...query, recursive: query.recursive ?? false };
    return completeList(
      (await services.teams_permissions.permissions.listTeamPermissions(filter, call)).items,
    );
  },
});
