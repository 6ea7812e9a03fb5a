import { z } from 'zod';
import { strictEmail } from '../../http/email.ts';
import { object } from '../../http/fields.ts';
import { cannotTakeCodes, readClientVersion } from '../../http/client-version.ts';
import { patient } from '../../http/patient.ts';
import { route } from '../../http/route.ts';
import { url } from '../../http/url.ts';

export const sendSignInCode = route({
  method: 'POST',
  path: '/auth/otp/send-sign-in-code',
  access: 'client',
  summary: 'Mail a link and a code to sign in with',
  description:
    'The link works for 24 hours, the code for 15 minutes: it is the six characters of the mail followed by the nonce. ' +
    'A newer mail ends an older one. 403 when this way to sign in is off.',
  request: { body: object({ email: strictEmail(), callback_url: url() }) },
  response: z.object({ nonce: z.string() }),
  limit: { name: 'send_mail', by: 'email' },
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'SIGN_UP_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  handler: ({ body, services, call, req }) => {
    const link_only = cannotTakeCodes(readClientVersion(req.headers));
    return services.identity.otp.sendSignInCode({ ...body, link_only }, patient(call));
  },
});
