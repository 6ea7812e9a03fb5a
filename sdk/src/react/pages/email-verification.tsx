'use client';

import { useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import { MessageCard } from '../message-card.tsx';
import { KnownErrorCard } from '../message-cards.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import type { KnownErrorInstance } from '../../errors/known-errors.ts';

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
  const home = { primaryButtonText: t('Go home'), primaryAction: () => app.redirectToHome(), fullPage };

  if (!code || KnownErrors.VerificationCodeNotFound.isInstance(outcome)) {
    return (
      <MessageCard title={t('This link is not valid')} {...home}>
        <p>{t('Check that you opened the whole link from the email.')}</p>
      </MessageCard>
    );
  }
  if (KnownErrors.VerificationCodeExpired.isInstance(outcome)) {
    return (
      <MessageCard title={t('This link has expired')} {...home}>
        <p>{t('Please ask for a new one.')}</p>
      </MessageCard>
    );
  }
  if (outcome === 'verified') {
    return (
      <MessageCard title={t('Your email is verified')} {...home}>
        <p>{t('You can go on now.')}</p>
      </MessageCard>
    );
  }
  if (outcome) return <KnownErrorCard error={outcome} fullPage={fullPage} />;
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
