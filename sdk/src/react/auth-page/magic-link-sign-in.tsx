'use client';

import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { Button } from '../form/button.tsx';
import { CodeField } from '../form/code-field.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { emailError, errorsOf } from '../form/rules.ts';
import { useCodeEntry } from '../form/use-code-entry.ts';
import { useForm } from '../form/use-form.ts';
import { mailedCodeError, sendCode } from '../mailed-code.ts';
import type { MailedCode } from '../mailed-code.ts';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import type { Translate } from '../translation.tsx';
import { useTranslation } from '../translation.tsx';

const addressError = (t: Translate, error: unknown): string | undefined => {
  if (KnownErrors.SignUpNotEnabled.isInstance(error)) return t('There is no account with this email.');
  if (KnownErrors.UserWithEmailAlreadyExists.isInstance(error))
    return t('This email is not verified yet. Please sign in another way.');
  return undefined;
};

/** Signs in, or up, with a mail: by its link, or by the code in it typed here. */
export const MagicLinkSignIn = (): ReactElement => {
  const [sent, setSent] = useState<MailedCode | null>(null);
  return (
    <Scope>
      {sent ? (
        <EnterCode sent={sent} onResent={setSent} onBack={() => setSent(null)} />
      ) : (
        <AskForMail onSent={setSent} />
      )}
    </Scope>
  );
};

const AskForMail = ({ onSent }: { onSent: (sent: MailedCode) => void }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const form = useForm<'email'>({
    initial: { email: '' },
    validate: ({ email }) => errorsOf({ email: emailError(t, email) }),
    submit: async ({ email }) => {
      try {
        onSent(await sendCode(app, email));
        return {};
      } catch (error) {
        const known = addressError(t, error);
        if (known === undefined) throw error;
        return { email: known };
      }
    },
  });
  return (
    <form className="portico-form" noValidate onSubmit={form.onSubmit}>
      <FormFailure error={form.failure} />
      <Field
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
      />
      <Button type="submit" busy={form.busy}>
        {t('Send me a code')}
      </Button>
    </form>
  );
};

const resendPauseMillis = 30_000;

/** True for a while after each mail, so that nobody asks for another one before the first has arrived. */
const usePause = (nonce: string): boolean => {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOver(nonce), resendPauseMillis);
    return () => clearTimeout(timer);
  }, [nonce]);
  return over !== nonce;
};

interface EnterCodeProps {
  sent: MailedCode;
  onResent: (sent: MailedCode) => void;
  onBack: () => void;
}

const EnterCode = ({ sent, onResent, onBack }: EnterCodeProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const waits = usePause(sent.nonce);
  const entry = useCodeEntry(async (typed) => {
    const result = await app.signInWithMagicLink(`${typed}${sent.nonce}`);
    return result.status === 'ok' ? undefined : mailedCodeError(t, result.error);
  });
  const resend = async (): Promise<void> => {
    const result = await app.sendMagicLinkEmail(sent.email);
    if (result.status === 'error') return entry.setFailure(result.error);
    onResent({ email: sent.email, nonce: result.data.nonce });
  };

  return (
    <div className="portico-form">
      <p className="portico-help" role="status">
        {t('We sent a mail to {email}. Open its link, or type the code here.', { email: sent.email })}
      </p>
      <FormFailure error={entry.failure} />
      <CodeField label={t('Code')} {...entry.field} />
      <div className="portico-actions">
        <Button variant="secondary" onClick={onBack}>
          {t('Back')}
        </Button>
        <Button variant="secondary" disabled={waits} onClick={resend}>
          {t('Send again')}
        </Button>
      </div>
    </div>
  );
};
