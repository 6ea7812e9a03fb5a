import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { teamPermissionParams, teamPermissionsQuery } from './permission.schema.ts';

export const revokeTeamPermission = route({
  method: 'DELETE',
  path: '/team-permissions/:team_id/:user_id/:permission_id',
  access: 'server',
  summary: 'Take a directly granted team permission away',
  request: { params: teamPermissionParams, query: teamPermissionsQuery },
  response: success,
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_NOT_FOUND'],
  handler: async ({ params, services, call }) => {
    const grant = { id: params.permission_id, team_id: params.team_id, user_id: params.user_id };
    await services.teams_permissions.permissions.revokeTeamPermission(grant, call);
    return SUCCESS;
  },
});
