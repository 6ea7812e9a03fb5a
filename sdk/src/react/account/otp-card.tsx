import type { ReactElement } from 'react';
import { Button } from '../form/button.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';
import { countSignInMethods, hasVerifiedSignInEmail } from './sign-in-methods.ts';

export const OtpCard = (): ReactElement => {
  const user = usePorticoApp().useUser({ or: 'redirect' });
  const change = useStepUp();
  const { t } = useTranslation();
  const isReady = hasVerifiedSignInEmail(user.useContactChannels());
  const turn = (otpAuthEnabled: boolean): Promise<void> =>
    change((current) => current.update({ otpAuthEnabled }));
  return (
    <SettingsCard title={t('Sign-in by email')} description={t('Sign in with a link or a code we mail you.')}>
      {user.otpAuthEnabled ? (
        <ConfirmButton
          label={t('Turn off')}
          question={t('You will not be able to sign in by email any more.')}
          confirmLabel={t('Turn off')}
          blocked={countSignInMethods(user) === 1 ? t('This is your only way to sign in.') : undefined}
          onConfirm={() => turn(false)}
        />
      ) : (
        <div className="portico-actions-start">
          <Button variant="secondary" disabled={!isReady} onClick={() => turn(true)}>
            {t('Turn on')}
          </Button>
          {!isReady && <p className="portico-help">{t('Verify an email for sign-in first.')}</p>}
        </div>
      )}
    </SettingsCard>
  );
};
