import { describe, expect, it } from 'vitest';
import { english } from './en.ts';
import type { Locale } from './locale.ts';
import { localeTexts } from './locales.ts';

const others: readonly Locale[] = ['de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'it-IT', 'ja-JP', 'zh-CN', 'ko-KR'];
const variables = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(others)('in %s', (locale) => {
  it('every text has the variables of the English one', () => {
    const texts = localeTexts(locale);
    for (const text of Object.keys(english) as (keyof typeof english)[]) {
      expect([text, variables(texts[text])]).toEqual([text, variables(english[text])]);
    }
  });

  it('hardly a text is left in English', () => {
    const texts = localeTexts(locale);
    const same = (Object.keys(english) as (keyof typeof english)[]).filter((text) => texts[text] === text);
    expect(same.length).toBeLessThan(12);
  });
});
