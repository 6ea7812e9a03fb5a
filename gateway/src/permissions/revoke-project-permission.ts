import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { projectPermissionParams, projectPermissionsQuery } from './permission.schema.ts';

export const revokeProjectPermission = route({
  method: 'DELETE',
  path: '/project-permissions/:user_id/:permission_id',
  access: 'server',
  summary: 'Take a directly granted project permission away',
  request: { params: projectPermissionParams, query: projectPermissionsQuery },
  response: success,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND'],
  handler: async ({ params, services, call }) => {
    const grant = { id: params.permission_id, user_id: params.user_id };
    await services.teams_permissions.permissions.revokeProjectPermission(grant, call);
    return SUCCESS;
  },
});
