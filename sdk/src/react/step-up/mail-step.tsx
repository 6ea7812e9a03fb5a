import type { ReactElement } from 'react';
import type { IdentityCheck, Missing } from '../../auth/confirm-identity.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { CodeField } from '../form/code-field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { useCodeEntry } from '../form/use-code-entry.ts';
import { mailedCodeError } from '../mailed-code.ts';
import type { MailedCode } from '../mailed-code.ts';
import { useTranslation } from '../translation.tsx';

interface MailStepProps {
  sent: MailedCode;
  check: IdentityCheck;
  onProven: (missing: Missing) => void;
}

export const MailStep = ({ sent, check, onProven }: MailStepProps): ReactElement => {
  const { t } = useTranslation();
  const entry = useCodeEntry(async (typed) => {
    try {
      onProven(await check.withMail(`${typed}${sent.nonce}`));
      return undefined;
    } catch (thrown) {
      if (!KnownErrors.VerificationCodeError.isInstance(thrown)) throw thrown;
      return mailedCodeError(t, thrown);
    }
  });
  return (
    <div className="portico-form">
      <p className="portico-help" role="status">
        {t('We sent a code to {email}.', { email: sent.email })}
      </p>
      <FormFailure error={entry.failure} />
      <CodeField label={t('Code')} {...entry.field} />
    </div>
  );
};
