'use client';

import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { KnownErrorInstance } from '../../errors/known-errors.ts';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { MessageCard } from '../message-card.tsx';
import { KnownErrorCard, SignedInCard } from '../message-cards.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';
import { BrokenLinkCard } from './link-cards.tsx';

export interface MagicLinkCallbackProps {
  searchParams?: Readonly<Record<string, string>>;
  fullPage?: boolean;
}

type Refusal = KnownErrorInstance<'VerificationCodeError'> | KnownErrorInstance<'InvalidTotpCode'>;

/** Signs in with the link of a mail. Asks for a click, because mail scanners open links too. */
export const MagicLinkCallback = (props: MagicLinkCallbackProps): ReactElement => (
  <Suspense fallback={<AuthSkeleton fullPage={props.fullPage} />}>
    <SignInByLink {...props} />
  </Suspense>
);

const SignInByLink = ({ searchParams = {}, fullPage }: MagicLinkCallbackProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const isSignedIn = app.useUser() !== null;
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { code } = searchParams;

  const signIn = async (): Promise<void> => {
    setLeaving(true);
    const result = await app.signInWithMagicLink(code ?? '').finally(() => setLeaving(false));
    if (result.status === 'error') setRefusal(result.error);
  };

  if (isSignedIn && !leaving) return <SignedInCard fullPage={fullPage} />;
  if (KnownErrors.InvalidTotpCode.isInstance(refusal))
    return <KnownErrorCard error={refusal} fullPage={fullPage} />;
  if (!code || refusal) {
    const again = { page: 'signIn', text: 'Sign in' } as const;
    return (
      <BrokenLinkCard
        error={refusal as KnownErrorInstance<'VerificationCodeError'> | null}
        fullPage={fullPage}
        again={again}
      />
    );
  }
  return (
    <MessageCard
      title={t('Sign in with this link')}
      fullPage={fullPage}
      primaryButtonText={t('Sign in')}
      primaryAction={signIn}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{t('Continue only if you asked for it.')}</p>
    </MessageCard>
  );
};
