import { strictEmail } from '../../http/email.ts';
import { object, text } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { url } from '../../http/url.ts';
import { signInResult } from '../sign-in.schema.ts';

export const signUpWithPassword = route({
  method: 'POST',
  path: '/auth/password/sign-up',
  access: 'client',
  summary: 'Create an account with an address and a password',
  description: 'An anonymous current user becomes the new account.',
  request: {
    body: object({ email: strictEmail(), password: text(), verification_callback_url: url().optional() }),
  },
  response: signInResult,
  limit: { name: 'sign_up', by: 'email' },
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'SIGN_UP_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'USER_EMAIL_ALREADY_EXISTS',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  handler: ({ body, services, call }) => services.identity.passwords.signUpWithPassword(body, call),
});
