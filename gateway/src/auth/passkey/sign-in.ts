import { z } from 'zod';
import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';
import { authenticationResponse } from './passkey.schema.ts';

const code = verificationCode();

/** Kits know the field by either name. */
const body = z.union([
  object({ authentication_response: authenticationResponse, code }),
  object({ credential: authenticationResponse, code }),
]);

export const signInWithPasskey = route({
  method: 'POST',
  path: '/auth/passkey/sign-in',
  access: 'client',
  summary: 'Sign in with a passkey',
  request: { body },
  response: signInResult,
  limit: { name: 'try_code' },
  errors: [
    ...codeErrors,
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'PASSKEY_AUTHENTICATION_FAILED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  handler: ({ body, services, call }) => {
    const credential = 'credential' in body ? body.credential : body.authentication_response;
    return services.identity.passkeys.signInWithPasskey({ credential, code: body.code }, call);
  },
});
