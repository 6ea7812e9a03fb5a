import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { porticoApp } from '../../../app/portico-app.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { installationQuery } from '../api/get-installation.ts';
import type { Owner } from '../api/get-owner.ts';

export const SignOutCard = () => {
  const { t } = useTranslation(['account', 'common']);
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await porticoApp.signOut();
  };
  return (
    <Card
      title={t('sign_out.title')}
      description={t('sign_out.description')}
      footer={
        <Button busy={busy} onClick={() => void signOut()}>
          {t('common:sign_out')}
        </Button>
      }
    />
  );
};

/** Shown only where the installation lets its owners delete their accounts. */
export const DeleteAccountCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const { data: installation } = useQuery(installationQuery);
  if (!installation?.config.clientUserDeletionEnabled) return null;
  const remove = async (): Promise<void> => {
    await owner.delete();
    window.location.assign('/handler/sign-in');
  };
  return (
    <>
      <Card
        tone="danger"
        title={t('delete.title')}
        description={t('delete.description')}
        footer={
          <Button variant="danger-quiet" onClick={() => setOpen(true)}>
            {t('delete.action')}
          </Button>
        }
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('delete.confirm_title')}
        description={t('delete.confirm_description')}
        typed={owner.primaryEmail ?? owner.id}
        confirmLabel={t('delete.action')}
        onConfirm={remove}
      />
    </>
  );
};
