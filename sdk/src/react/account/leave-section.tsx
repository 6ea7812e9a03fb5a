import type { ReactElement } from 'react';
import { Button } from '../form/button.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';

export const LeaveSection = (): ReactElement => {
  const app = usePorticoApp();
  const user = app.useUser({ or: 'redirect' });
  const { config } = app.useProject();
  const { t } = useTranslation();
  const remove = async (): Promise<void> => {
    await user.delete();
    await app.redirectToHome();
  };
  return (
    <>
      <SettingsCard title={t('Sign out')} description={t('Ends your session on this device.')}>
        <div className="portico-actions-start">
          <Button variant="secondary" onClick={() => user.signOut()}>
            {t('Sign out')}
          </Button>
        </div>
      </SettingsCard>
      {config.clientUserDeletionEnabled && (
        <SettingsCard
          title={t('Delete account')}
          description={t('Removes your account and everything in it.')}
        >
          <ConfirmButton
            label={t('Delete account')}
            question={t('This cannot be undone. Everything in your account will be lost.')}
            confirmLabel={t('Delete account')}
            onConfirm={remove}
          />
        </SettingsCard>
      )}
    </>
  );
};
