'use client';

import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { isBrowser } from '../../apps/environment.ts';
import { contextOf } from '../../apps/internals.ts';
import { confirmCliLogin } from '../../auth/cli-login.ts';
import { logError } from '../../errors/warn.ts';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { MessageCard } from '../message-card.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';

export interface CliAuthConfirmationProps {
  fullPage?: boolean;
}

/** Lets a command line sign in as whoever is signed in here. */
export const CliAuthConfirmation = ({ fullPage = true }: CliAuthConfirmationProps): ReactElement => (
  <Suspense fallback={<AuthSkeleton fullPage={fullPage} />}>
    <Confirm fullPage={fullPage} />
  </Suspense>
);

const loginCode = (): string | null =>
  isBrowser() ? new URLSearchParams(window.location.search).get('login_code') : null;

const Confirm = ({ fullPage }: { fullPage: boolean }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const user = app.useUser({ or: 'redirect' });
  const [code] = useState(loginCode);
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'failed'>(code ? 'open' : 'failed');

  const confirm = async (): Promise<void> => {
    try {
      await confirmCliLogin(contextOf(app), code ?? '');
      setOutcome('confirmed');
    } catch (error) {
      logError(error);
      setOutcome('failed');
    }
  };

  if (outcome === 'confirmed') {
    return (
      <MessageCard title={t('The command line is signed in')} fullPage={fullPage}>
        <p>{t('You can close this window and go back to it.')}</p>
      </MessageCard>
    );
  }
  if (outcome === 'failed') {
    return (
      <MessageCard
        title={t('The command line could not be signed in')}
        fullPage={fullPage}
        primaryButtonText={code ? t('Try again') : t('Go home')}
        primaryAction={() => (code ? setOutcome('open') : app.redirectToHome())}
      >
        <p>{t('The request may have expired or been used. Start it again in the command line.')}</p>
      </MessageCard>
    );
  }
  return (
    <MessageCard
      title={t('Sign in the command line?')}
      fullPage={fullPage}
      primaryButtonText={t('Allow')}
      primaryAction={confirm}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>
        {t('A command line asks to act as {name}.', {
          name: user.displayName ?? user.primaryEmail ?? user.id,
        })}
      </p>
      <p className="portico-warning">
        {t(
          'Allow it only if you have just started it yourself. Never follow such a link that somebody sent you.',
        )}
      </p>
    </MessageCard>
  );
};
