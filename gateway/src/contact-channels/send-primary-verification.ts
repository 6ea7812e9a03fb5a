import { strictEmail } from '../http/email.ts';
import { object } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { patient } from '../http/patient.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { url } from '../http/url.ts';

export const sendPrimaryEmailVerification = route({
  method: 'POST',
  path: '/contact-channels/send-verification-code',
  access: 'client',
  summary: "Mail a verification link to the current user's primary address",
  user: 'schema',
  request: { body: object({ email: strictEmail(), callback_url: url() }) },
  response: success,
  limit: { name: 'send_mail', by: 'email' },
  errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  handler: async ({ body, services, call }) => {
    await services.identity.contact_channels.sendPrimaryEmailVerification(body, patient(call));
    return SUCCESS;
  },
});
