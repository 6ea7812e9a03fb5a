import { ProviderButtons } from '../oauth/oauth-button-group.tsx';
import { PasskeyButton } from '../passkey/passkey-button.tsx';
import type { AuthMethod } from './auth-method.ts';
import { CredentialSignIn } from './credential-sign-in.tsx';
import { CredentialSignUp } from './credential-sign-up.tsx';
import { MagicLinkSignIn } from './magic-link-sign-in.tsx';

/** Every way to sign in, in the order shown. A new one is one entry here. */
export const authMethods: readonly AuthMethod[] = [
  {
    id: 'oauth',
    place: 'buttons',
    isEnabled: (config) => config.oauthProviders.length > 0,
    Component: ({ type, config, isMock }) => (
      <ProviderButtons type={type} providers={config.oauthProviders} isMock={isMock} />
    ),
  },
  {
    id: 'passkey',
    place: 'buttons',
    isEnabled: (config, type) => type === 'sign-in' && config.passkeyEnabled,
    Component: PasskeyButton,
  },
  {
    id: 'magic-link',
    place: 'form',
    tab: 'With a code',
    isEnabled: (config) => config.magicLinkEnabled,
    Component: MagicLinkSignIn,
  },
  {
    id: 'password',
    place: 'form',
    tab: 'With a password',
    isEnabled: (config) => config.credentialEnabled,
    Component: ({ type, noPasswordRepeat }) =>
      type === 'sign-in' ? <CredentialSignIn /> : <CredentialSignUp noPasswordRepeat={noPasswordRepeat} />,
  },
];
