'use client';

import { createContext, useContext, useMemo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { english } from './locales/en.ts';
import type { Text } from './locales/en.ts';
import { localeTexts } from './locales/locales.ts';
import type { Locale } from './locales/locale.ts';

/** Translates an English text of the kit and fills in `{name}` variables. */
export type Translate = (text: Text, variables?: Readonly<Record<string, string | number>>) => string;

const TranslationContext = createContext<Translate | null>(null);

const isKnown = (text: string): text is Text => text in english;

const createTranslate = (lang: Locale, overrides: Readonly<Record<string, string>>): Translate => {
  const texts = localeTexts(lang);
  return (text, variables = {}) => {
    if (!isKnown(text)) throw new Error(`There is no text "${String(text)}".`);
    const translated = overrides[text] ?? texts[text];
    return translated.replace(/\{(\w+)\}/g, (whole, name: string) => String(variables[name] ?? whole));
  };
};

interface TranslationProviderProps {
  lang?: Locale;
  overrides?: Record<string, string>;
  children?: ReactNode;
}

const noOverrides: Record<string, string> = {};

export const TranslationProvider = ({
  lang = 'en-US',
  overrides = noOverrides,
  children,
}: TranslationProviderProps): ReactElement => {
  const unknown = Object.keys(overrides).find((text) => !isKnown(text));
  if (unknown !== undefined) throw new Error(`translationOverrides: there is no text "${unknown}".`);
  const translate = useMemo(() => createTranslate(lang, overrides), [lang, overrides]);
  return <TranslationContext.Provider value={translate}>{children}</TranslationContext.Provider>;
};

export const useTranslation = (): { t: Translate } => {
  const t = useContext(TranslationContext);
  if (!t) throw new Error('useTranslation needs a <PorticoProvider> above it.');
  return { t };
};
