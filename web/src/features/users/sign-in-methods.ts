import type { ProjectUser } from './api/list-users.ts';

/** The ways a user can sign in: our own methods by message key, providers by their id. */
export const signInMethods = (user: ProjectUser): { id: string; provider: boolean }[] => [
  ...(user.hasPassword ? [{ id: 'password', provider: false }] : []),
  ...(user.otpAuthEnabled ? [{ id: 'otp', provider: false }] : []),
  ...(user.passkeyAuthEnabled ? [{ id: 'passkey', provider: false }] : []),
  ...user.oauthProviders.map(({ id }) => ({ id, provider: true })),
];
