import { object, userIdOrMe } from '../../http/fields.ts';
import { completeList, listOf } from '../../http/lists.ts';
import { route } from '../../http/route.ts';
import { session } from './session.schema.ts';

export const listSessions = route({
  method: 'GET',
  path: '/auth/sessions',
  access: 'client',
  summary: "List a user's sessions, newest first",
  request: { query: object({ user_id: userIdOrMe() }) },
  response: listOf(session),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ query, services, call }) =>
    completeList((await services.identity.sessions.listSessions(query, call)).items),
});
