import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from '../translation.tsx';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { FormFailure } from './form-failure.tsx';
import type { FactorEntry } from './use-factor-entry.ts';

interface FactorProps {
  entry: FactorEntry;
}

const failureOf = ({ problem }: FactorEntry): unknown =>
  typeof problem === 'object' && problem !== null ? problem.thrown : undefined;

/** Which code is asked for. */
export const FactorPrompt = ({ entry }: FactorProps): string => {
  const { t } = useTranslation();
  return entry.factor === 'totp'
    ? t('Type the code your authenticator app shows.')
    : t('Type one of the recovery codes you kept.');
};

export const FactorForm = ({ entry }: FactorProps): ReactElement =>
  entry.factor === 'totp' ? <TotpForm entry={entry} /> : <RecoveryForm entry={entry} />;

/** Leads to the other way to prove it. */
export const OtherFactorButton = ({ entry }: FactorProps): ReactElement => {
  const { t } = useTranslation();
  return (
    <button type="button" className="portico-link portico-plain" onClick={entry.takeOther}>
      {entry.factor === 'totp' ? t('Use a recovery code') : t('Use the authenticator app')}
    </button>
  );
};

/** Takes the code of an authenticator app. */
const TotpForm = ({ entry }: FactorProps): ReactElement => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (typed: string): Promise<void> => {
    setBusy(true);
    await entry.submit(typed);
    setCode('');
    setBusy(false);
  };
  return (
    <div className="portico-form">
      <FormFailure error={failureOf(entry)} />
      <CodeField
        label={t('Code')}
        numeric
        value={code}
        disabled={busy}
        error={entry.problem === 'wrong' ? t('Wrong code. Please try again.') : undefined}
        onChange={(value) => {
          setCode(value);
          if (value !== '') entry.edit();
        }}
        onComplete={(value) => void submit(value)}
      />
      <p className="portico-help" role="status">
        {busy && t('Checking the code')}
      </p>
    </div>
  );
};

/** Takes one of the codes kept for the loss of the authenticator. */
const RecoveryForm = ({ entry }: FactorProps): ReactElement => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (busy || code.trim() === '') return;
    setBusy(true);
    await entry.submit(code.trim());
    setBusy(false);
  };
  return (
    <form
      className="portico-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormFailure error={failureOf(entry)} />
      <Field
        name="recovery-code"
        label={t('Recovery code')}
        autoComplete="off"
        autoFocus
        value={code}
        error={entry.problem === 'wrong' ? t('Wrong code. Please try again.') : undefined}
        onChange={(value) => {
          setCode(value);
          entry.edit();
        }}
      />
      <Button type="submit" busy={busy}>
        {t('Continue')}
      </Button>
    </form>
  );
};
