import type { ReactElement } from 'react';
import { KnownErrors } from '../../errors/known-errors.ts';
import type { KnownErrorInstance } from '../../errors/known-errors.ts';
import type { HandlerUrls } from '../../urls/handler-urls.ts';
import type { Text } from '../locales/en.ts';
import { MessageCard } from '../message-card.tsx';
import { KnownErrorCard } from '../message-cards.tsx';
import { PageLink } from '../page-link.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';

interface BrokenLinkProps {
  /** What the server said; null: the address has no code at all. */
  error: KnownErrorInstance<'VerificationCodeError'> | null;
  fullPage?: boolean;
  /** Where a new link can be asked for. */
  again?: { page: keyof HandlerUrls; text: Text };
}

type Saying = readonly [title: Text, text: Text];

const invalid: Saying = ['This link is not valid', 'Check that you opened the whole link from the email.'];

const sayingOf = (error: unknown): Saying | null => {
  if (error === null || KnownErrors.VerificationCodeNotFound.isInstance(error)) return invalid;
  if (KnownErrors.VerificationCodeExpired.isInstance(error))
    return ['This link has expired', 'Please ask for a new one.'];
  if (KnownErrors.VerificationCodeAlreadyUsed.isInstance(error))
    return ['This link was used already', 'Please ask for a new one.'];
  return null;
};

/** Says why the link of a mail does not work. */
export const BrokenLinkCard = ({ error, fullPage, again }: BrokenLinkProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const saying = sayingOf(error);
  if (!saying && error) return <KnownErrorCard error={error} fullPage={fullPage} />;
  const [title, text] = saying ?? invalid;
  return (
    <MessageCard
      title={t(title)}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <p>{t(text)}</p>
      {again && <PageLink page={again.page}>{t(again.text)}</PageLink>}
    </MessageCard>
  );
};
