import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { korean } from './ko.ts';
import { portuguese } from './pt.ts';
import { chinese } from './zh.ts';
import type { Texts } from './en.ts';
import type { Locale } from './locale.ts';

const byLanguage: Readonly<Record<string, Texts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  ja: japanese,
  zh: chinese,
  ko: korean,
};

/** The texts of a locale: those of its language, or English. */
export const localeTexts = (locale: Locale): Texts => byLanguage[locale.slice(0, 2)] ?? english;
