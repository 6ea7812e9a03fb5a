import { UserInput } from '@portico/proto/identity/v1/users';
import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { requireOwnUser } from './current-user.ts';
import { userUpdate, userView } from './user.schema.ts';
import { withSelectedTeam } from './with-selected-team.ts';

export const updateCurrentUser = route({
  method: 'PATCH',
  path: '/users/me',
  access: 'client',
  summary: 'Change the current user',
  request: { query: object({}), body: userUpdate },
  response: userView,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'TEAM_MEMBERSHIP_NOT_FOUND', 'USER_EMAIL_ALREADY_EXISTS'],
  handler: async ({ body, user, services, call }) => {
    const { values, update_mask } = masked(body);
    const change = { user_id: requireOwnUser(user).id, user: UserInput.fromPartial(values), update_mask };
    return withSelectedTeam(await services.identity.users.updateUser(change, call), services, call);
  },
});
