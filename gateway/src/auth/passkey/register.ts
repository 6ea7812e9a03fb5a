import { z } from 'zod';
import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { registrationResponse } from './passkey.schema.ts';

export const registerPasskey = route({
  method: 'POST',
  path: '/auth/passkey/register',
  access: 'client',
  summary: 'Register a passkey; it replaces an earlier one',
  request: { body: object({ credential: registrationResponse, code: verificationCode() }) },
  response: z.object({ user_handle: z.string() }),
  limit: { name: 'try_code' },
  errors: [
    ...codeErrors,
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'USER_AUTHENTICATION_REQUIRED',
    'PASSKEY_REGISTRATION_FAILED',
  ],
  handler: ({ body, services, call }) => services.identity.passkeys.registerPasskey(body, call),
});
