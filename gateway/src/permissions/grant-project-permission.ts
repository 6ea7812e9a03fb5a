import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { projectPermission, projectPermissionParams, projectPermissionsQuery } from './permission.schema.ts';

export const grantProjectPermission = route({
  method: 'POST',
  path: '/project-permissions/:user_id/:permission_id',
  access: 'server',
  summary: 'Grant a project permission to a user',
  request: { params: projectPermissionParams, query: projectPermissionsQuery, body: object({}) },
  response: projectPermission,
  status: 201,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
  handler: ({ params, services, call }) =>
    services.teams_permissions.permissions.grantProjectPermission(
      { id: params.permission_id, user_id: params.user_id },
      call,
    ),
});
