import { z } from 'zod';
import { email } from '../../http/email.ts';
import { object } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { url } from '../../http/url.ts';

const SENT = 'If the address belongs to an account, a mail with a link to reset its password is on its way.';

export const sendPasswordReset = route({
  method: 'POST',
  path: '/auth/password/send-reset-code',
  access: 'client',
  summary: 'Mail a link to set a new password',
  description: 'The answer is the same, and as late, for an address that nobody has.',
  request: { body: object({ email: email(), callback_url: url() }) },
  response: z.object({ success: z.string() }),
  limit: { name: 'send_mail', by: 'email' },
  errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  handler: async ({ body, services, call }) => {
    await services.identity.passwords.sendPasswordReset(body, call);
    return { success: SENT };
  },
});
