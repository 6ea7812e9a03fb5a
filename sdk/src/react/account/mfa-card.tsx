import { useState } from 'react';
import type { ReactElement } from 'react';
import { createTotpEnrollment } from '../../users/totp.ts';
import type { TotpEnrollment } from '../../users/totp.ts';
import { Button } from '../form/button.tsx';
import { CodeField } from '../form/code-field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { useCodeEntry } from '../form/use-code-entry.ts';
import { usePorticoApp } from '../provider.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodeList, RecoveryCodeState } from './recovery-codes.tsx';
import { ConfirmButton, SettingsCard } from './settings-card.tsx';

/** The second factor: off, being set up, or on. */
export const MfaCard = (): ReactElement => {
  const app = usePorticoApp();
  const user = app.useUser({ or: 'redirect' });
  const change = useStepUp();
  const issuer = app.useProject().displayName;
  const { t } = useTranslation();
  const [enrollment, setEnrollment] = useState<TotpEnrollment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const finish = (made: readonly string[]): void => {
    setEnrollment(null);
    setCodes(made);
  };
  const body = (): ReactElement => {
    if (codes) return <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />;
    if (enrollment) {
      return <Enroll enrollment={enrollment} onEnrolled={finish} onCancel={() => setEnrollment(null)} />;
    }
    if (!user.isMultiFactorRequired) {
      const account = user.primaryEmail ?? user.id;
      return (
        <div className="portico-actions-start">
          <Button
            variant="secondary"
            onClick={() => setEnrollment(createTotpEnrollment({ issuer, account }))}
          >
            {t('Set up')}
          </Button>
        </div>
      );
    }
    return (
      <>
        <RecoveryCodeState user={user} onCodes={setCodes} />
        <ConfirmButton
          label={t('Turn off')}
          question={t('Signing in will take one step only.')}
          confirmLabel={t('Turn off')}
          onConfirm={() => change((current) => current.update({ totpMultiFactorSecret: null }))}
        />
      </>
    );
  };
  return (
    <SettingsCard
      title={t('Two-step sign-in')}
      description={t('Asks for a code of an authenticator app whenever you sign in.')}
    >
      {body()}
    </SettingsCard>
  );
};

interface EnrollProps {
  enrollment: TotpEnrollment;
  onEnrolled: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

const Enroll = ({ enrollment, onEnrolled, onCancel }: EnrollProps): ReactElement => {
  const change = useStepUp();
  const { t } = useTranslation();
  const entry = useCodeEntry(async (typed) => {
    if (!(await enrollment.verify(typed))) return t('Wrong code. Please try again.');
    const codes = await change(async (current) => {
      await current.update({ totpMultiFactorSecret: enrollment.secret });
      return current.createRecoveryCodes();
    });
    onEnrolled(codes);
    return undefined;
  });
  return (
    <div className="portico-form">
      <p>{t('Scan this with your authenticator app, then type the code it shows.')}</p>
      <QrCode text={enrollment.uri} label={t('QR code for your authenticator app')} />
      <p className="portico-help">
        {t('Or type this key into the app:')}{' '}
        <code className="portico-key">{enrollment.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <FormFailure error={entry.failure} />
      <CodeField label={t('Code')} numeric {...entry.field} />
      <div className="portico-actions-start">
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
};
