import { object } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { membershipParams } from './membership.schema.ts';

export const removeMember = route({
  method: 'DELETE',
  path: '/team-memberships/:team_id/:user_id',
  access: 'client',
  summary: 'Remove a user from a team; clients need $remove_members unless they leave themselves',
  request: { params: membershipParams, query: object({}) },
  response: success,
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
  ],
  handler: async ({ params, services, call, context }) => {
    await services.teams_permissions.memberships.removeMember(params, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
