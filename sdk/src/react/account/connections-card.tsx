import type { ReactElement } from 'react';
import type { OAuthProvider } from '../../users/oauth-providers.ts';
import { Button } from '../form/button.tsx';
import { ProviderLogo, providerName } from '../oauth/provider-logos.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';
import { countSignInMethods } from './sign-in-methods.ts';

/** Accounts of other providers: those connected, and those that could be. */
export const ConnectionsCard = ({
  providers,
}: {
  providers: readonly { readonly id: string }[];
}): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const change = useStepUp();
  const { t } = useTranslation();
  const connected = user.useOAuthProviders();
  const open = providers.filter(({ id }) => !connected.some((provider) => provider.type === id));
  return (
    <SettingsCard title={t('Connected accounts')}>
      <ul className="portico-rows">
        {connected.map((provider) => (
          <ConnectedRow
            key={provider.id}
            provider={provider}
            isLast={provider.allowSignIn && countSignInMethods(user) === 1}
          />
        ))}
        {open.map(({ id }) => (
          <li key={id} className="portico-row">
            <span className="portico-row-text">
              <ProviderLogo provider={id} />
              {providerName(id)}
            </span>
            <Button
              variant="secondary"
              onClick={() => change((current) => current.getConnectedAccount(id, { or: 'redirect' }))}
            >
              {t('Connect')}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
};

const ConnectedRow = ({ provider, isLast }: { provider: OAuthProvider; isLast: boolean }): ReactElement => {
  const { t } = useTranslation();
  const name = providerName(provider.type);
  return (
    <li className="portico-row">
      <span className="portico-row-text">
        <ProviderLogo provider={provider.type} />
        {name}
        {provider.email !== undefined && <span className="portico-help">{provider.email}</span>}
      </span>
      <ConfirmButton
        label={t('Disconnect')}
        question={t('Disconnect your {provider} account?', { provider: name })}
        confirmLabel={t('Disconnect')}
        blocked={isLast ? t('This is your only way to sign in.') : undefined}
        onConfirm={() => provider.delete()}
      />
    </li>
  );
};
