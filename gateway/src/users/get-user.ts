import { route } from '../http/route.ts';
import { serverUser, userParams } from './user.schema.ts';
import { usersQuery } from './users-query.ts';
import { withSelectedTeam } from './with-selected-team.ts';

export const getUser = route({
  method: 'GET',
  path: '/users/:user_id',
  access: 'server',
  summary: 'Read a user',
  request: { params: userParams, query: usersQuery },
  response: serverUser,
  errors: ['USER_NOT_FOUND'],
  handler: async ({ params, services, call }) =>
    withSelectedTeam(await services.identity.users.getUser(params, call), services, call),
});
