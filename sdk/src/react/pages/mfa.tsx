'use client';

import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { pendingMfaAttempt } from '../../auth/mfa.ts';
import { FactorForm, FactorPrompt, OtherFactorButton } from '../form/factor-forms.tsx';
import { useFactorEntry } from '../form/use-factor-entry.ts';
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
  const entry = useFactorEntry(async (factor, code) => {
    const noRedirect = props.onSuccess !== undefined;
    const work = factor === 'totp' ? app.signInWithMfa : app.signInWithRecoveryCode;
    const result = await work(code, attempt ?? '', { noRedirect });
    if (result.status === 'error')
      return KnownErrors.InvalidTotpCode.isInstance(result.error) ? 'wrong' : 'over';
    props.onSuccess?.();
    return null;
  });

  if (attempt === null || entry.problem === 'over') {
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
  return (
    <Page fullPage={props.fullPage}>
      <main className="portico-card">
        <div className="portico-head">
          <h1>{t('Two-step sign-in')}</h1>
          <p>
            <FactorPrompt entry={entry} />
          </p>
        </div>
        <FactorForm entry={entry} />
        <div className="portico-foot portico-links">
          <OtherFactorButton entry={entry} />
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
