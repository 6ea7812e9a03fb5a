import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { hasErrorCode } from '../../../lib/describe-error.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { installationQuery } from '../api/get-installation.ts';
import type { Owner } from '../api/get-owner.ts';
import { useOwnerChanged } from '../use-owner-changed.ts';

/** Shown where the installation lets its owners sign in with passkeys. */
export const PasskeyCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const onChanged = useOwnerChanged();
  const { data: installation } = useQuery(installationQuery);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  if (!installation?.config.passkeyEnabled) return null;

  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const result = await owner.registerPasskey();
      if (result.status === 'ok') {
        toast.success(t('passkey.added'));
        await onChanged();
      } else {
        const dismissed = hasErrorCode(result.error, 'PASSKEY_WEBAUTHN_ERROR');
        toast.error(t(dismissed ? 'passkey.dismissed' : 'passkey.failed'));
      }
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  const remove = async (): Promise<void> => {
    await owner.update({ passkeyAuthEnabled: false });
    toast.success(t('passkey.removed'));
    await onChanged();
  };
  const has = owner.passkeyAuthEnabled;
  const canAdd = owner.primaryEmailVerified;
  return (
    <>
      <Card
        title={t('passkey.title')}
        description={t('passkey.description')}
        footer={
          <>
            <span className="mr-auto text-sm text-muted">
              {has ? t('passkey.on') : !canAdd && t('passkey.unverified')}
            </span>
            {has ? (
              <Button onClick={() => setRemoving(true)}>{t('passkey.remove')}</Button>
            ) : (
              <Button busy={busy} disabled={!canAdd} onClick={() => void add()}>
                {t('passkey.add')}
              </Button>
            )}
          </>
        }
      />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('passkey.remove_title')}
        description={t('passkey.remove_description')}
        confirmLabel={t('passkey.remove')}
        onConfirm={remove}
      />
    </>
  );
};
