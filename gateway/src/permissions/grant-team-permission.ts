import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { teamPermission, teamPermissionParams, teamPermissionsQuery } from './permission.schema.ts';

export const grantTeamPermission = route({
  method: 'POST',
  path: '/team-permissions/:team_id/:user_id/:permission_id',
  access: 'server',
  summary: 'Grant a team permission to a user',
  request: { params: teamPermissionParams, query: teamPermissionsQuery, body: object({}) },
  response: teamPermission,
  status: 201,
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
  handler: ({ params, services, call }) =>
    services.teams_permissions.permissions.grantTeamPermission(
      { id: params.permission_id, team_id: params.team_id, user_id: params.user_id },
      call,
    ),
});
