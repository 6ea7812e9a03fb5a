import type { ReactElement } from 'react';
import type { KnownError } from '../errors/known-error.ts';
import { MessageCard } from './message-card.tsx';
import { usePorticoApp } from './provider.tsx';
import { useTranslation } from './translation.tsx';

interface CardProps {
  fullPage?: boolean;
}

export const SignedInCard = ({ fullPage }: CardProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('You are signed in')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText={t('Sign out')}
      secondaryAction={() => app.signOut()}
    >
      <p>{t('You are already signed in to this site.')}</p>
    </MessageCard>
  );
};

export const SignedOutCard = ({ fullPage }: CardProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('You are signed out')}
      fullPage={fullPage}
      primaryButtonText={t('Sign in')}
      primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
    >
      <p>{t('Your session on this device has ended.')}</p>
    </MessageCard>
  );
};

export const EmailSentCard = ({ email, fullPage }: CardProps & { email: string }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('Check your email')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <p>{t('If there is an account for {email}, a mail with a link is on its way.', { email })}</p>
    </MessageCard>
  );
};

export const SignUpDisabledCard = ({ fullPage }: CardProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('Sign-up is not available')}
      fullPage={fullPage}
      primaryButtonText={t('Sign in')}
      primaryAction={() => app.redirectToSignIn()}
      secondaryButtonText={t('Go home')}
      secondaryAction={() => app.redirectToHome()}
    >
      <p>{t('New accounts cannot be created right now.')}</p>
    </MessageCard>
  );
};

export const UnknownErrorCard = ({ fullPage }: CardProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('Something went wrong')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <p>{t('Please try again.')}</p>
    </MessageCard>
  );
};

export const KnownErrorCard = ({ error, fullPage }: CardProps & { error: KnownError }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('Something went wrong')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <div className="portico-notice">
        {error.message}
        <code>{error.code}</code>
      </div>
    </MessageCard>
  );
};
