import { object, text } from '../../http/fields.ts';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const setPassword = route({
  method: 'POST',
  path: '/auth/password/set',
  access: 'client',
  summary: 'Give the current user a first password',
  user: 'schema',
  request: { body: object({ password: text() }) },
  response: success,
  limit: { name: 'change_password', by: 'user' },
  errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'],
  handler: async ({ body, services, call }) => {
    await services.identity.passwords.setPassword(body, call);
    return SUCCESS;
  },
});
