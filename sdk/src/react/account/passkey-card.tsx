import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../form/button.tsx';
import { passkeyErrorText } from '../passkey/passkey-error.ts';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';
import { countSignInMethods, hasVerifiedSignInEmail } from './sign-in-methods.ts';

export const PasskeyCard = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const change = useStepUp();
  const { t } = useTranslation();
  const isReady = hasVerifiedSignInEmail(user.useContactChannels());
  const [error, setError] = useState<unknown>();
  const add = async (): Promise<void> => {
    setError(undefined);
    const result = await change((current) => current.registerPasskey());
    if (result.status === 'error') setError(result.error);
  };
  return (
    <SettingsCard
      title={t('Passkey')}
      description={t('Sign in with your fingerprint, face, screen lock or security key.')}
    >
      {user.passkeyAuthEnabled ? (
        <ConfirmButton
          label={t('Remove passkey')}
          question={t('You will not be able to sign in with your passkey any more.')}
          confirmLabel={t('Remove')}
          blocked={countSignInMethods(user) === 1 ? t('This is your only way to sign in.') : undefined}
          onConfirm={() => change((current) => current.update({ passkeyAuthEnabled: false }))}
        />
      ) : (
        <div className="portico-actions-start">
          <Button variant="secondary" disabled={!isReady} onClick={add}>
            {t('Add a passkey')}
          </Button>
          {!isReady && <p className="portico-help">{t('Verify an email for sign-in first.')}</p>}
        </div>
      )}
      {error !== undefined && (
        <p className="portico-error" role="alert">
          {t(passkeyErrorText(error))}
        </p>
      )}
    </SettingsCard>
  );
};
