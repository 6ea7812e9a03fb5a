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

type Saying = readonly [{ isInstance(error: unknown): boolean }, Text, Text];

const brokenLink: Saying = [
  KnownErrors.VerificationCodeNotFound,
  'This link is not valid',
  'Check that you opened the whole link from the email.',
];

const sayings: readonly Saying[] = [
  brokenLink,
  [KnownErrors.VerificationCodeExpired, 'This link has expired', 'Please ask for a new one.'],
  [KnownErrors.VerificationCodeAlreadyUsed, 'This link was used already', 'Please ask for a new one.'],
];

/** Says why the link of a mail does not work. */
export const BrokenLinkCard = ({ error, fullPage, again }: BrokenLinkProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [, title, text] =
    sayings.find(([type]) => type.isInstance(error)) ?? (error === null ? brokenLink : [null, null, null]);
  if (title === null && error) return <KnownErrorCard error={error} fullPage={fullPage} />;
  return (
    <MessageCard
      title={t(title ?? 'Something went wrong')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <p>{t(text ?? 'Please try again.')}</p>
      {again && <PageLink page={again.page}>{t(again.text)}</PageLink>}
    </MessageCard>
  );
};
