'use client';

import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { PorticoClientApp } from '../../apps/client-app.ts';
import { logError } from '../../errors/warn.ts';
import { FormFailure } from '../form/form-failure.tsx';
import { MessageCard } from '../message-card.tsx';
import { PageLink } from '../page-link.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

const slowMillis = 3_000;
const rememberMillis = 5_000;

const finishing = new WeakMap<object, Promise<boolean>>();

/** An answer of a provider can be taken once, however often the page is mounted. */
const finishOnce = (app: PorticoClientApp<true>): Promise<boolean> => {
  const known = finishing.get(app);
  if (known) return known;
  const work = app.callOAuthCallback();
  finishing.set(app, work);
  const forget = (): void => void setTimeout(() => finishing.delete(app), rememberMillis);
  work.then(forget, forget);
  return work;
};

/** Finishes a sign-in with another provider. Stays when it fails, to say why. */
export const OAuthCallback = ({ fullPage }: { fullPage?: boolean }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>();
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => setSlow(true), slowMillis);
    finishOnce(app)
      .then((leaves) => (leaves || stale ? undefined : app.redirectToSignIn({ noRedirectBack: true })))
      .catch((thrown: unknown) => {
        if (stale) return;
        logError(thrown);
        setError(thrown);
      });
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [app]);

  if (error !== undefined) {
    return (
      <MessageCard
        title={t('Sign-in failed')}
        fullPage={fullPage}
        primaryButtonText={t('Try again')}
        primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
        secondaryButtonText={t('Go home')}
        secondaryAction={() => app.redirectToHome()}
      >
        <FormFailure error={error} />
      </MessageCard>
    );
  }
  return (
    <Page fullPage={fullPage}>
      <main className="portico-card portico-waiting" role="status">
        <span className="portico-spinner" aria-hidden="true" />
        <p>{t('Signing you in')}</p>
        {slow && <PageLink page="home">{t('Go home')}</PageLink>}
      </main>
    </Page>
  );
};
