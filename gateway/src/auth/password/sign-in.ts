import { email } from '../../http/email.ts';
import { object, text } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';

export const signInWithPassword = route({
  method: 'POST',
  path: '/auth/password/sign-in',
  access: 'client',
  summary: 'Sign in with an address and a password',
  request: { body: object({ email: email(), password: text({ max: 70 }) }) },
  response: signInResult,
  limit: { name: 'sign_in', by: 'email', forgiven_by_success: true },
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'EMAIL_PASSWORD_MISMATCH',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  handler: ({ body, services, call }) => services.identity.passwords.signInWithPassword(body, call),
});
