import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { Owner } from '../api/get-owner.ts';
import { useOwnerChanged } from '../use-owner-changed.ts';
import { RecoveryCodeList, RecoveryCodesRow } from './recovery-codes.tsx';
import { TotpEnrollmentForm } from './totp-enrollment-form.tsx';

type Open = 'enroll' | 'turn-off' | null;

/** The second factor: off, being set up, or on. */
export const TotpCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const onChanged = useOwnerChanged();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[]>();
  const enabled = owner.isMultiFactorRequired;

  const finish = async (): Promise<void> => {
    const created = await owner.createRecoveryCodes();
    setOpen(null);
    setCodes(created);
    toast.success(t('totp.enabled'));
    await onChanged();
  };
  const turnOff = async (): Promise<void> => {
    await owner.update({ totpMultiFactorSecret: null });
    toast.success(t('totp.turned_off'));
    await onChanged();
  };
  return (
    <>
      <Card
        title={t('totp.title')}
        description={t('totp.description')}
        action={enabled && <Badge tone="ok">{t('totp.on')}</Badge>}
        footer={
          enabled ? (
            <>
              <RecoveryCodesRow owner={owner} onCodes={setCodes} />
              <Button onClick={() => setOpen('turn-off')}>{t('totp.turn_off')}</Button>
            </>
          ) : (
            <Button onClick={() => setOpen('enroll')}>{t('totp.set_up')}</Button>
          )
        }
      />
      <Dialog
        open={open === 'enroll'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'enroll' : null)}
        title={t('totp.title')}
        description={t('totp.scan')}
      >
        {open === 'enroll' && <TotpEnrollmentForm owner={owner} onEnrolled={finish} />}
      </Dialog>
      <Dialog
        open={codes !== undefined}
        onOpenChange={(isOpen) => !isOpen && setCodes(undefined)}
        title={t('recovery.title')}
        description={t('recovery.intro')}
        sticky
      >
        {codes && <RecoveryCodeList codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
      <ConfirmDialog
        open={open === 'turn-off'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'turn-off' : null)}
        title={t('totp.turn_off_title')}
        description={t('totp.turn_off_description')}
        confirmLabel={t('totp.turn_off')}
        onConfirm={turnOff}
      />
    </>
  );
};
