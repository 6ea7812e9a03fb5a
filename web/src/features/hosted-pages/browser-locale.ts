import type { Locale } from '@portico/sdk/react';

const locales: readonly Locale[] = [
  'en-US',
  'de-DE',
  'es-ES',
  'es-419',
  'fr-FR',
  'fr-CA',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'pt-PT',
  'pt-BR',
  'zh-CN',
  'zh-TW',
];

/** The first of the wanted languages that the pages speak: in its region, else in any. */
export const browserLocale = (wanted: readonly string[]): Locale => {
  for (const language of wanted) {
    const base = language.toLowerCase().split('-')[0] ?? '';
    const found =
      locales.find((locale) => locale.toLowerCase() === language.toLowerCase()) ??
      locales.find((locale) => locale.startsWith(`${base}-`));
    if (found) return found;
  }
  return 'en-US';
};
