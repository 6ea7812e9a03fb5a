import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from '../translation.tsx';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
import { Field } from './field.tsx';
import { FormFailure } from './form-failure.tsx';

export type Factor = 'totp' | 'recovery';

/** Why the last code was not taken; `over`: the sign-in has to start again. */
export type Problem = 'wrong' | 'over' | { readonly thrown: unknown };

interface FactorFormProps {
  problem: Problem | null;
  onSubmit: (code: string) => Promise<void>;
  onEdit: () => void;
}

const failureOf = (problem: Problem | null): unknown =>
  typeof problem === 'object' && problem !== null ? problem.thrown : undefined;

/** Takes the code of an authenticator app. */
export const TotpForm = ({ problem, onSubmit, onEdit }: FactorFormProps): ReactElement => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (typed: string): Promise<void> => {
    setBusy(true);
    await onSubmit(typed);
    setCode('');
    setBusy(false);
  };
  return (
    <div className="portico-form">
      <FormFailure error={failureOf(problem)} />
      <CodeField
        label={t('Code')}
        numeric
        value={code}
        disabled={busy}
        error={problem === 'wrong' ? t('Wrong code. Please try again.') : undefined}
        onChange={(value) => {
          setCode(value);
          if (value !== '') onEdit();
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
export const RecoveryForm = ({ problem, onSubmit, onEdit }: FactorFormProps): ReactElement => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (busy || code.trim() === '') return;
    setBusy(true);
    await onSubmit(code.trim());
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
      <FormFailure error={failureOf(problem)} />
      <Field
        name="recovery-code"
        label={t('Recovery code')}
        autoComplete="off"
        autoFocus
        value={code}
        error={problem === 'wrong' ? t('Wrong code. Please try again.') : undefined}
        onChange={(value) => {
          setCode(value);
          onEdit();
        }}
      />
      <Button type="submit" busy={busy}>
        {t('Continue')}
      </Button>
    </form>
  );
};
