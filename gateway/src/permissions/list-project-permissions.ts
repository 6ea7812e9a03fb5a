import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { projectPermission, projectPermissionsQuery } from './permission.schema.ts';

export const listProjectPermissions = route({
  method: 'GET',
  path: '/project-permissions',
  access: 'client',
  summary: 'List project permissions of users; clients name themselves',
  description: 'Only direct grants, unless `recursive` asks for what they contain as well.',
  request: { query: projectPermissionsQuery },
  response: listOf(projectPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ query, services, call }) => {
    const filter = { ...query, recursive: query.recursive ?? false };
    return completeList(
      (await services.teams_permissions.permissions.listProjectPermissions(filter, call)).items,
    );
  },
});
