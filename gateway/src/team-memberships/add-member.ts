import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { membership, membershipParams } from './membership.schema.ts';

export const addMember = route({
  method: 'POST',
  path: '/team-memberships/:team_id/:user_id',
  access: 'server',
  summary: 'Add a user to a team',
  request: { params: membershipParams, query: object({}), body: object({}) },
  response: membership,
  status: 201,
  errors: ['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_ALREADY_EXISTS'],
  handler: ({ params, services, call }) => services.teams_permissions.memberships.addMember(params, call),
});
