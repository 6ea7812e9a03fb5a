import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { userParams } from './user.schema.ts';
import { usersQuery } from './users-query.ts';

export const deleteUser = route({
  method: 'DELETE',
  path: '/users/:user_id',
  access: 'server',
  summary: 'Delete a user and everything that belongs to it',
  request: { params: userParams, query: usersQuery },
  response: success,
  errors: ['USER_NOT_FOUND'],
  handler: async ({ params, services, call, context }) => {
    await services.identity.users.deleteUser(params, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
