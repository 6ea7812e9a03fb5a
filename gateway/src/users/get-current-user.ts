import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { requireOwnUser } from './current-user.ts';
import { userView } from './user.schema.ts';
import { withSelectedTeam } from './with-selected-team.ts';

/** The user came with the session check, so that this costs one statement in all. */
export const getCurrentUser = route({
  method: 'GET',
  path: '/users/me',
  access: 'client',
  summary: 'Read the current user',
  request: { query: object({}) },
  response: userView,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: ({ user, services, call }) => withSelectedTeam(requireOwnUser(user), services, call),
});
