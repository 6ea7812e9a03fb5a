import { createTotpEnrollment } from '@portico/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../components/qr-code.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { ErrorNotice } from '../../../components/ui/error-notice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import type { ErrorDescription } from '../../../lib/describe-error.ts';
import type { Owner } from '../api/get-owner.ts';

interface TotpEnrollmentFormProps {
  owner: Owner;
  onEnrolled: () => Promise<void>;
}

/** The second factor is switched on only after the app has shown a right code. */
export const TotpEnrollmentForm = ({ owner, onEnrolled }: TotpEnrollmentFormProps) => {
  const { t } = useTranslation(['account', 'common']);
  const [enrollment] = useState(() =>
    createTotpEnrollment({ issuer: t('common:portico'), account: owner.primaryEmail ?? owner.id }),
  );
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [error, setError] = useState<ErrorDescription>();

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const right = await enrollment.verify(code);
      setWrong(!right);
      if (right) {
        await owner.update({ totpMultiFactorSecret: enrollment.secret });
        return await onEnrolled();
      }
    } catch (caught) {
      setError(describeError(caught));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <QrCode text={enrollment.uri} label={t('totp.qr')} />
      <div className="space-y-1">
        <p className="text-xs text-subtle">{t('totp.key')}</p>
        <div className="flex items-center gap-1">
          <code className="font-mono text-xs break-all text-fg" data-totp-key>
            {enrollment.key}
          </code>
          <CopyButton value={enrollment.key} label={t('common:copy_value', { name: t('totp.title') })} />
        </div>
      </div>
      <Field label={t('totp.code')} error={wrong ? t('totp.wrong') : undefined}>
        {(control) => (
          <Input
            {...control}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="max-w-40 font-mono"
            onChange={(event) => {
              setCode(event.target.value);
              setWrong(false);
            }}
          />
        )}
      </Field>
      {error && <ErrorNotice error={error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          {t('totp.confirm')}
        </Button>
      </div>
    </form>
  );
};
