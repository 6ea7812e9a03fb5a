import { object, text } from '../../http/fields.ts';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const completeCliLogin = route({
  method: 'POST',
  path: '/auth/cli/complete',
  access: 'client',
  summary: 'Sign a program in as the user of a refresh token, in a session of its own',
  request: { body: object({ login_code: text(), refresh_token: text() }) },
  response: success,
  limit: { name: 'try_code' },
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  handler: async ({ body, services, call }) => {
    await services.identity.cli_logins.completeCliLogin(body, call);
    return SUCCESS;
  },
});
