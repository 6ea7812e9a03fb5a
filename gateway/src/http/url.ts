import { checkedText, text } from './fields.ts';

const isUrl = (value: string): boolean => URL.canParse(value);
const hasNoSpaces = (value: string): boolean => !value.includes(' ');

const baseUrl = (max?: number) =>
  checkedText(hasNoSpaces, 'must not contain spaces', { max }).refine(isUrl, 'must be a valid URL');

/** Any absolute URL without spaces. Both rules are reported. */
export const url = () => baseUrl();

/** What may be sent as a picture: an address or the picture itself as a data URL. */
export const imageUrl = () => baseUrl(1_000_000);

/** Letters, digits, dots and hyphens, no empty label; a port only in digits; no wildcard behind the host. */
const WILDCARD_URL = /^[a-z]+:\/\/[a-z0-9*-]+(?:\.[a-z0-9*-]+)*(?::\d+)?(?:[/?#][^*]*)?$/i;
const hasFittingHost = (value: string): boolean => !value.includes('*') || WILDCARD_URL.test(value);

/** A domain of the project settings; `*` may stand in its host. */
export const domainUrl = () =>
  checkedText(hasNoSpaces, 'must not contain spaces')
    .refine(
      hasFittingHost,
      'may have wildcards only between the letters, digits, dots and hyphens of its host',
    )
    .refine((value) => isUrl(value.replaceAll('*', 'wildcard')), 'must be a valid URL')
    .refine((value) => /^https?:\/\//.test(value), 'must start with http:// or https://');

export const handlerPath = () =>
  text({ max: 300 }).refine((value) => value.startsWith('/'), 'must start with /');
