import { z } from 'zod';
import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';

export const signInWithOtp = route({
  method: 'POST',
  path: '/auth/otp/sign-in',
  access: 'client',
  summary: 'Sign in, or sign up, with the code of a mail',
  description: 'An anonymous current user becomes the new account when the address has none.',
  request: { body: object({ code: verificationCode() }) },
  response: signInResult,
  limit: { name: 'try_code' },
  errors: [
    ...codeErrors,
    'USER_EMAIL_ALREADY_EXISTS',
    'SIGN_UP_NOT_ENABLED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  handler: ({ body, services, call }) => services.identity.otp.signInWithOtp(body, call),
});

export const checkSignInCode = route({
  method: 'POST',
  path: '/auth/otp/sign-in/check-code',
  access: 'client',
  summary: 'Check a code to sign in without using it up',
  request: { body: object({ code: verificationCode() }) },
  response: z.object({ is_code_valid: z.boolean() }),
  limit: { name: 'try_code' },
  errors: codeErrors,
  handler: ({ body, services, call }) => services.identity.otp.checkSignInCode(body, call),
});
