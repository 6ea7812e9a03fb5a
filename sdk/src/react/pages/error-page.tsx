'use client';

import type { ReactElement } from 'react';
import { decodeKnownError } from '../../errors/decode-known-error.ts';
import type { KnownError } from '../../errors/known-error.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { Text } from '../locales/en.ts';
import { MessageCard } from '../message-card.tsx';
import { KnownErrorCard, UnknownErrorCard } from '../message-cards.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';

export interface ErrorPageProps {
  /** `errorCode`, `message` and `details` as the server puts them into the address. */
  searchParams: Readonly<Record<string, string>>;
  fullPage?: boolean;
}

const parse = ({ errorCode, message, details }: Readonly<Record<string, string>>): KnownError | null => {
  if (!errorCode || message === undefined) return null;
  try {
    return decodeKnownError({ code: errorCode, error: message, details: JSON.parse(details ?? '{}') });
  } catch {
    return null;
  }
};

interface Advice {
  readonly title: Text;
  readonly text: Text;
}

const tryAnother = 'Please sign in with another account, or try again.';

/** Failures of a sign-in with another provider, which people can do something about. */
const adviceOn = (error: KnownError): Advice | null => {
  if (KnownErrors.OAuthConnectionAlreadyConnectedToAnotherUser.isInstance(error))
    return { title: 'This account is connected to another user', text: tryAnother };
  if (KnownErrors.UserAlreadyConnectedToAnotherOAuthConnection.isInstance(error))
    return { title: 'Another account of this provider is connected', text: tryAnother };
  if (KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse.isInstance(error))
    return {
      title: 'This email belongs to another account',
      text: 'Sign in the way you did before, then connect this account in your settings.',
    };
  if (KnownErrors.OAuthProviderAccessDenied.isInstance(error))
    return { title: 'The provider denied access', text: tryAnother };
  return null;
};

export const ErrorPage = ({ searchParams, fullPage }: ErrorPageProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const error = parse(searchParams);
  if (!error) return <UnknownErrorCard fullPage={fullPage} />;
  const advice = adviceOn(error);
  if (!advice) return <KnownErrorCard error={error} fullPage={fullPage} />;
  return (
    <MessageCard
      title={t(advice.title)}
      fullPage={fullPage}
      primaryButtonText={t('Sign in')}
      primaryAction={() => app.redirectToSignIn()}
      secondaryButtonText={t('Go home')}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{t(advice.text)}</p>
    </MessageCard>
  );
};
