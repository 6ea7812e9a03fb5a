import { Fingerprint, KeyRound, Link2, Mail, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toastError } from '../../../lib/toast-error.ts';
import type { UserCardProps } from '../user-card-props.ts';
import { SetPasswordDialog } from './set-password-dialog.tsx';

export const MethodsCard = ({ project, user, onChanged }: UserCardProps) => {
  const { t } = useTranslation('users');
  const [dialog, setDialog] = useState<'password' | 'passkey' | 'totp'>();
  const save = async (update: Parameters<typeof user.update>[0]): Promise<void> => {
    await user.update(update);
    await onChanged();
    toast.success(t('detail.method_saved'));
  };
  const toggleOtp = (): void => void save({ otpAuthEnabled: !user.otpAuthEnabled }).catch(toastError);
  const close = (): void => setDialog(undefined);
  const canSetPassword = project.config.credentialEnabled && user.primaryEmail !== null;
  const canTurnOnOtp = user.otpAuthEnabled || project.config.magicLinkEnabled;
  return (
    <Card flush title={t('detail.methods')} description={t('detail.methods_help')}>
      <ul className="divide-y divide-line">
        <MethodRow icon={<KeyRound />} name={t('methods.password')} on={user.hasPassword}>
          {(canSetPassword || user.hasPassword) && (
            <Button onClick={() => setDialog('password')}>
              {t(user.hasPassword ? 'detail.change_password' : 'detail.set_password')}
            </Button>
          )}
        </MethodRow>
        <MethodRow icon={<Mail />} name={t('methods.otp')} on={user.otpAuthEnabled}>
          {canTurnOnOtp && (
            <Button onClick={toggleOtp}>
              {t(user.otpAuthEnabled ? 'detail.turn_off' : 'detail.turn_on')}
            </Button>
          )}
        </MethodRow>
        <MethodRow icon={<Fingerprint />} name={t('methods.passkey')} on={user.passkeyAuthEnabled}>
          {user.passkeyAuthEnabled && (
            <Button onClick={() => setDialog('passkey')}>{t('detail.remove')}</Button>
          )}
        </MethodRow>
        <MethodRow icon={<ShieldCheck />} name={t('methods.totp')} on={user.isMultiFactorRequired}>
          {user.isMultiFactorRequired && (
            <Button onClick={() => setDialog('totp')}>{t('detail.remove')}</Button>
          )}
        </MethodRow>
        {user.oauthProviders.map(({ id }) => (
          <MethodRow key={id} icon={<Link2 />} name={<span className="capitalize">{id}</span>} on />
        ))}
      </ul>
      <SetPasswordDialog user={user} open={dialog === 'password'} onClose={close} onChanged={onChanged} />
      <ConfirmDialog
        open={dialog === 'passkey'}
        onOpenChange={close}
        title={t('detail.remove_passkey_title')}
        description={t('detail.remove_passkey_description')}
        confirmLabel={t('detail.remove')}
        onConfirm={() => save({ passkeyAuthEnabled: false })}
      />
      <ConfirmDialog
        open={dialog === 'totp'}
        onOpenChange={close}
        title={t('detail.remove_totp_title')}
        description={t('detail.remove_totp_description')}
        confirmLabel={t('detail.remove')}
        onConfirm={() => save({ totpMultiFactorSecret: null })}
      />
    </Card>
  );
};

interface MethodRowProps {
  icon: ReactNode;
  name: ReactNode;
  on: boolean;
  children?: ReactNode;
}

const MethodRow = ({ icon, name, on, children }: MethodRowProps) => {
  const { t } = useTranslation('users');
  return (
    <li className="flex min-h-13 items-center gap-3 px-5 py-2 text-sm [&>svg]:size-4 [&>svg]:text-subtle">
      {icon}
      <span className="font-medium text-fg">{name}</span>
      <Badge tone={on ? 'ok' : 'neutral'}>{t(on ? 'detail.on' : 'detail.off')}</Badge>
      <span className="ml-auto">{children}</span>
    </li>
  );
};
