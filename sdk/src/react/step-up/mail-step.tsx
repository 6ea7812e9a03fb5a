import { useState } from 'react';
import type { ReactElement } from 'react';
import type { IdentityCheck, Missing } from '../../auth/confirm-identity.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { CodeField } from '../form/code-field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { useTranslation } from '../translation.tsx';

/** A mail on its way. Its six characters and the nonce make the code. */
export interface Sent {
  readonly email: string;
  readonly nonce: string;
}

interface MailStepProps {
  sent: Sent;
  check: IdentityCheck;
  onProven: (missing: Missing) => void;
}

export const MailStep = ({ sent, check, onProven }: MailStepProps): ReactElement => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const confirm = async (typed: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return onProven(await check.withMail(`${typed}${sent.nonce}`));
    } catch (thrown) {
      if (KnownErrors.VerificationCodeExpired.isInstance(thrown))
        setError(t('This code has expired. Please ask for a new one.'));
      else if (KnownErrors.VerificationCodeError.isInstance(thrown))
        setError(t('Wrong code. Please try again.'));
      else setFailure(thrown);
    }
    setCode('');
    setBusy(false);
  };
  return (
    <div className="portico-form">
      <p className="portico-help" role="status">
        {t('We sent a code to {email}.', { email: sent.email })}
      </p>
      <FormFailure error={failure} />
      <CodeField
        label={t('Code')}
        value={code}
        error={error}
        disabled={busy}
        onChange={(value) => {
          setCode(value);
          if (value !== '') setError(undefined);
        }}
        onComplete={(value) => void confirm(value)}
      />
    </div>
  );
};
