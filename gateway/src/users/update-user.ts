import { UserInput } from '@portico/proto/identity/v1/users';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { serverUser, userParams, userUpdate } from './user.schema.ts';
import { usersQuery } from './users-query.ts';
import { withSelectedTeam } from './with-selected-team.ts';

export const updateUser = route({
  method: 'PATCH',
  path: '/users/:user_id',
  access: 'server',
  summary: 'Change a user',
  request: { params: userParams, query: usersQuery, body: userUpdate.server },
  response: serverUser,
  errors: ['USER_NOT_FOUND', 'USER_EMAIL_ALREADY_EXISTS', 'TEAM_MEMBERSHIP_NOT_FOUND', 'PASSWORD_TOO_LONG'],
  handler: async ({ params, body, services, call }) => {
    const { values, update_mask } = masked(body);
    const change = { user_id: params.user_id, user: UserInput.fromPartial(values), update_mask };
    return withSelectedTeam(await services.identity.users.updateUser(change, call), services, call);
  },
});
