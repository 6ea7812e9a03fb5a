import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';
import { authenticationResponse } from './passkey.schema.ts';

/** Kits know the field by either name. */
const body = object({
  authentication_response: authenticationResponse.optional(),
  credential: authenticationResponse.optional(),
  code: verificationCode(),
}).refine(
  ({ authentication_response, credential }) =>
    (authentication_response === undefined) !== (credential === undefined),
  'needs exactly one of authentication_response and credential',
);

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
  handler: ({ body: { authentication_response, credential, code }, services, call }) =>
    services.identity.passkeys.signInWithPasskey(
      { credential: authentication_response ?? credential, code },
      call,
    ),
});
