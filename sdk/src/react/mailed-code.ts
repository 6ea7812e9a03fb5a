import type { PorticoClientApp } from '../apps/client-app.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { Translate } from './translation.tsx';

/** A mail on its way. Its six characters and the nonce make the code. */
export interface MailedCode {
  readonly email: string;
  readonly nonce: string;
}

/** @throws what keeps the mail from being sent. */
export const sendCode = async (app: PorticoClientApp<true>, email: string): Promise<MailedCode> => {
  const result = await app.sendMagicLinkEmail(email);
  if (result.status === 'error') throw result.error;
  return { email, nonce: result.data.nonce };
};

/** Why the characters of a mail were not taken. */
export const mailedCodeError = (t: Translate, error: unknown): string =>
  KnownErrors.VerificationCodeExpired.isInstance(error)
    ? t('This code has expired. Please ask for a new one.')
    : t('Wrong code. Please try again.');
