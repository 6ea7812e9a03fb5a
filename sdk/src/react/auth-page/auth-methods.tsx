import type { AuthMethod } from './auth-method.ts';
import { CredentialSignIn } from './credential-sign-in.tsx';
import { CredentialSignUp } from './credential-sign-up.tsx';

/** Every way to sign in, in the order shown. A new one is one entry here. */
export const authMethods: readonly AuthMethod[] = [
  {
    id: 'password',
    place: 'form',
    tab: 'Password',
    isEnabled: (config) => config.credentialEnabled,
    Component: ({ type, noPasswordRepeat }) =>
      type === 'sign-in' ? <CredentialSignIn /> : <CredentialSignUp noPasswordRepeat={noPasswordRepeat} />,
  },
];
