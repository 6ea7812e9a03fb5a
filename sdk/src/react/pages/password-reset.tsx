'use client';

import { Suspense, use, useState } from 'react';
import type { ReactElement } from 'react';
import type { PorticoClientApp } from '../../apps/client-app.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { KnownErrorInstance } from '../../errors/known-errors.ts';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { Button } from '../form/button.tsx';
import { Field } from '../form/field.tsx';
import { FormFailure } from '../form/form-failure.tsx';
import { errorsOf, newPasswordError, repeatError } from '../form/rules.ts';
import { useForm } from '../form/use-form.ts';
import { MessageCard } from '../message-card.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { BrokenLinkCard } from './link-cards.tsx';

export interface PasswordResetProps {
  searchParams: Readonly<Record<string, string>>;
  fullPage?: boolean;
}

type Checked = Awaited<ReturnType<PorticoClientApp<true>['verifyPasswordResetCode']>>;
type CodeError = KnownErrorInstance<'VerificationCodeError'>;

/** Every check counts as a try of the code, so rendering again asks nothing. */
const checks = new WeakMap<object, Map<string, Promise<Checked>>>();

const checkOnce = (app: PorticoClientApp<true>, code: string): Promise<Checked> => {
  const known = checks.get(app) ?? new Map<string, Promise<Checked>>();
  checks.set(app, known);
  const check = known.get(code) ?? app.verifyPasswordResetCode(code);
  known.set(code, check);
  check.catch(() => known.delete(code));
  return check;
};

/** A new password, with the code of a mail. */
export const PasswordReset = ({ searchParams, fullPage }: PasswordResetProps): ReactElement => {
  const { code } = searchParams;
  if (!code) return <Broken error={null} fullPage={fullPage} />;
  return (
    <Suspense fallback={<AuthSkeleton fullPage={fullPage} />}>
      <CheckedReset code={code} fullPage={fullPage} />
    </Suspense>
  );
};

const Broken = ({ error, fullPage }: { error: CodeError | null; fullPage?: boolean }): ReactElement => {
  const again = { page: 'forgotPassword', text: 'Send a new link' } as const;
  return <BrokenLinkCard error={error} fullPage={fullPage} again={again} />;
};

interface ResetProps {
  code: string;
  fullPage?: boolean;
}

const CheckedReset = ({ code, fullPage }: ResetProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const checked = use(checkOnce(app, code));
  const [outcome, setOutcome] = useState<'done' | CodeError | null>(null);
  if (outcome === 'done') {
    return (
      <MessageCard
        title={t('Your password is changed')}
        fullPage={fullPage}
        primaryButtonText={t('Sign in')}
        primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
      >
        <p>{t('You can sign in with it now.')}</p>
      </MessageCard>
    );
  }
  if (outcome) return <Broken error={outcome} fullPage={fullPage} />;
  if (checked.status === 'error') return <Broken error={checked.error} fullPage={fullPage} />;
  return <NewPassword code={code} fullPage={fullPage} onOutcome={setOutcome} />;
};

interface NewPasswordProps extends ResetProps {
  onOutcome: (outcome: 'done' | CodeError) => void;
}

const NewPassword = ({ code, fullPage, onOutcome }: NewPasswordProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const form = useForm<'password' | 'repeat'>({
    initial: { password: '', repeat: '' },
    validate: ({ password, repeat }) =>
      errorsOf({ password: newPasswordError(t, password), repeat: repeatError(t, password, repeat) }),
    submit: async ({ password }) => {
      try {
        const result = await app.resetPassword({ code, password });
        onOutcome(result.status === 'ok' ? 'done' : result.error);
        return {};
      } catch (error) {
        if (!KnownErrors.PasswordRequirementsNotMet.isInstance(error)) throw error;
        return { password: error.message };
      }
    },
  });
  return (
    <Page fullPage={fullPage}>
      <main className="portico-card">
        <div className="portico-head">
          <h1>{t('Choose a new password')}</h1>
          <p>{t('You will be signed out everywhere else.')}</p>
        </div>
        <form className="portico-form" noValidate onSubmit={form.onSubmit}>
          <FormFailure error={form.failure} />
          <Field
            {...form.field('password')}
            label={t('New password')}
            type="password"
            autoComplete="new-password"
          />
          <Field
            {...form.field('repeat')}
            label={t('Repeat password')}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" busy={form.busy}>
            {t('Save password')}
          </Button>
        </form>
      </main>
    </Page>
  );
};
