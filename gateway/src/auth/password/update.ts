import { z } from 'zod';
import { object, text } from '../../http/fields.ts';
import { requestHeaders } from '../../http/headers.ts';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const updatePassword = route({
  method: 'POST',
  path: '/auth/password/update',
  access: 'client',
  summary: "Change the current user's password and end the other sessions",
  user: 'schema',
  request: {
    body: object({ old_password: text({ max: 70 }), new_password: text() }),
    headers: z.object({ [requestHeaders.refresh_token]: text().optional() }),
  },
  response: success,
  limit: { name: 'change_password', by: 'user' },
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'USER_DOES_NOT_HAVE_PASSWORD',
    'PASSWORD_CONFIRMATION_MISMATCH',
  ],
  handler: async ({ body, headers, services, call, context }) => {
    const refresh_token = headers[requestHeaders.refresh_token] || undefined;
    await services.identity.passwords.updatePassword({ ...body, refresh_token }, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
