import { i18n } from '../i18n/i18n.ts';

export interface ErrorDescription {
  message: string;
  code?: string;
  request_id?: string;
}

const textOf = (error: object, key: string): string | undefined => {
  const value = (error as Record<string, unknown>)[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The kit throws unnamed refusals with the whole answer attached; the sentence is the answer's text. */
const describeRefusal = (error: Error): ErrorDescription => {
  const data = ('data' in error && typeof error.data === 'object' && error.data) || {};
  const [, sentence] = / answered \d{3}: ([^{<\n]+)/.exec(error.message) ?? [];
  return {
    message: textOf(data, 'body') ?? sentence ?? i18n.t('errors.unexpected'),
    request_id: textOf(data, 'requestId'),
  };
};

/** What a person may read about a failure: the API's own sentence where there is one, never a stack. */
export const describeError = (error: unknown): ErrorDescription => {
  if (!navigator.onLine) return { message: i18n.t('errors.offline') };
  if (!(error instanceof Error)) return { message: i18n.t('errors.unexpected') };
  if (error instanceof TypeError || error.name === 'NetworkError')
    return { message: i18n.t('errors.unreachable') };
  const code = textOf(error, 'code');
  if (!code) return describeRefusal(error);
  return { message: error.message, code, request_id: textOf(error, 'requestId') };
};

export const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes(textOf(error, 'code') ?? '');
