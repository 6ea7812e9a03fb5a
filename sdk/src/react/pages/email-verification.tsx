'use client';

import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { KnownErrorInstance } from '../../errors/known-errors.ts';
import { MessageCard } from '../message-card.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import { BrokenLinkCard } from './link-cards.tsx';

export interface EmailVerificationProps {
  searchParams?: Readonly<Record<string, string>>;
  fullPage?: boolean;
}

type Outcome = 'verified' | KnownErrorInstance<'VerificationCodeError'>;

/** Asks for a click, because mail scanners open links too. A used link counts as success. */
export const EmailVerification = ({ searchParams = {}, fullPage }: EmailVerificationProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const code = searchParams.code;

  const verify = async (): Promise<void> => {
    const result = await app.verifyEmail(code ?? '');
    const isDone = result.status === 'ok' || KnownErrors.VerificationCodeAlreadyUsed.isInstance(result.error);
    setOutcome(isDone ? 'verified' : result.error);
  };

  if (!code) return <BrokenLinkCard error={null} fullPage={fullPage} />;
  if (outcome === 'verified') {
    return (
      <MessageCard
        title={t('Your email is verified')}
        fullPage={fullPage}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
      >
        <p>{t('You can go on now.')}</p>
      </MessageCard>
    );
  }
  if (outcome) return <BrokenLinkCard error={outcome} fullPage={fullPage} />;
  return (
    <MessageCard
      title={t('Verify your email')}
      fullPage={fullPage}
      primaryButtonText={t('Verify')}
      primaryAction={verify}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{t('Confirm that this email address is yours.')}</p>
    </MessageCard>
  );
};
