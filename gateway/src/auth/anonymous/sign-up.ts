import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';

export const signUpAnonymously = route({
  method: 'POST',
  path: '/auth/anonymous/sign-up',
  access: 'client',
  summary: 'Create an anonymous account',
  description: 'Signing up later with its access token makes it a regular one with the same id.',
  response: signInResult,
  limit: { name: 'sign_up' },
  errors: ['ANONYMOUS_ACCOUNTS_NOT_ENABLED'],
  handler: ({ services, call }) => services.identity.anonymous.signUpAnonymously({}, call),
});
