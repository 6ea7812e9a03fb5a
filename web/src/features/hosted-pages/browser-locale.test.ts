import { describe, expect, it } from 'vitest';
import { browserLocale } from './browser-locale.ts';

describe('the language of the pages', () => {
  it.each([
    [['de-CH', 'en'], 'de-DE'],
    [['pt-BR'], 'pt-BR'],
    [['sv-SE', 'ja'], 'ja-JP'],
    [['sv'], 'en-US'],
    [[], 'en-US'],
    [['EN-gb', 'fr'], 'en-US'],
  ])('for a browser that wants %j is %s', (wanted, locale) => {
    expect(browserLocale(wanted)).toBe(locale);
  });
});
