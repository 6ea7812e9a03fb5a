'use client';

import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { pendingMfaAttempt } from '../../auth/mfa.ts';
import { RecoveryForm, TotpForm } from '../form/factor-forms.tsx';
import type { Factor, Problem } from '../form/factor-forms.tsx';
import { MessageCard } from '../message-card.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

export interface MfaProps {
  fullPage?: boolean;
  /** Runs in place of leaving for the landing page. */
  onSuccess?: () => void;
  /** Shows a way out. */
  onCancel?: () => void;
}

/** The second factor of a sign-in that has begun in this tab. */
export const MFA = (props: MfaProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [attempt] = useState(pendingMfaAttempt);
  const [factor, setFactor] = useState<Factor>('totp');
  const [problem, setProblem] = useState<Problem | null>(null);

  const signIn = async (code: string): Promise<void> => {
    setProblem(null);
    const noRedirect = props.onSuccess !== undefined;
    const work = factor === 'totp' ? app.signInWithMfa : app.signInWithRecoveryCode;
    try {
      const result = await work(code, attempt ?? '', { noRedirect });
      if (result.status === 'ok') return props.onSuccess?.();
      setProblem(KnownErrors.InvalidTotpCode.isInstance(result.error) ? 'wrong' : 'over');
    } catch (thrown) {
      setProblem({ thrown });
    }
  };

  if (attempt === null || problem === 'over') {
    return (
      <MessageCard
        title={t('This sign-in is over')}
        fullPage={props.fullPage}
        primaryButtonText={t('Sign in')}
        primaryAction={() => app.redirectToSignIn()}
      >
        <p>{t('It took too long or was finished already. Please start again.')}</p>
      </MessageCard>
    );
  }
  const shared = { problem, onSubmit: signIn, onEdit: () => setProblem(null) };
  return (
    <Page fullPage={props.fullPage}>
      <main className="portico-card">
        <div className="portico-head">
          <h1>{t('Two-step sign-in')}</h1>
          <p>
            {factor === 'totp'
              ? t('Type the code your authenticator app shows.')
              : t('Type one of the recovery codes you kept.')}
          </p>
        </div>
        {factor === 'totp' ? <TotpForm {...shared} /> : <RecoveryForm {...shared} />}
        <div className="portico-foot portico-links">
          <button
            type="button"
            className="portico-link portico-plain"
            onClick={() => {
              setProblem(null);
              setFactor(factor === 'totp' ? 'recovery' : 'totp');
            }}
          >
            {factor === 'totp' ? t('Use a recovery code') : t('Use the authenticator app')}
          </button>
          {props.onCancel && (
            <button type="button" className="portico-link portico-plain" onClick={props.onCancel}>
              {t('Cancel')}
            </button>
          )}
        </div>
      </main>
    </Page>
  );
};
