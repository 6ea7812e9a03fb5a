import type { ReactElement } from 'react';
import { usePorticoApp } from '../provider.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { EmailsCard } from './emails-card.tsx';
import { MfaCard } from './mfa-card.tsx';
import { OtpCard } from './otp-card.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';

/** Addresses and ways to sign in: those the project has enabled. */
export const AuthSection = (): ReactElement => {
  const { config } = usePorticoApp().useProject();
  return (
    <>
      <EmailsCard />
      {config.credentialEnabled && <PasswordCard />}
      {config.passkeyEnabled && <PasskeyCard />}
      {config.magicLinkEnabled && <OtpCard />}
      {config.oauthProviders.length > 0 && <ConnectionsCard providers={config.oauthProviders} />}
      <MfaCard />
    </>
  );
};
