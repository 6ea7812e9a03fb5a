'use client';

import { createContext, useContext } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { PorticoClientApp } from '../apps/client-app.ts';
import './hook-runtime.ts';
import { TranslationProvider } from './translation.tsx';
import type { Locale } from './locales/locale.ts';

const AppContext = createContext<PorticoClientApp<true> | null>(null);

export interface PorticoProviderProps {
  /** The app whose session and pages the components below use. */
  app: PorticoClientApp<true>;
  /** Default: English. */
  lang?: Locale;
  /** Own words, by the English text they replace. */
  translationOverrides?: Record<string, string>;
  children?: ReactNode;
}

/** Gives the components of the kit their app and their language. */
export const PorticoProvider = ({
  app,
  lang,
  translationOverrides,
  children,
}: PorticoProviderProps): ReactElement => (
  <AppContext.Provider value={app}>
    <TranslationProvider lang={lang} overrides={translationOverrides}>
      {children}
    </TranslationProvider>
  </AppContext.Provider>
);

export interface UsePorticoAppOptions<ProjectId extends string = string> {
  /** Throws when the provider's app belongs to another project. */
  projectIdMustMatch?: ProjectId;
}

/** The app of the nearest provider. */
export const usePorticoApp = <ProjectId extends string = string>(
  options: UsePorticoAppOptions<ProjectId> = {},
): PorticoClientApp<true, ProjectId> => {
  const app = useContext(AppContext);
  if (!app) throw new Error('usePorticoApp needs a <PorticoProvider> above it.');
  const { projectIdMustMatch: expected } = options;
  if (expected !== undefined && app.projectId !== expected) {
    throw new Error(`The app belongs to project "${app.projectId}", not to "${expected}".`);
  }
  return app as unknown as PorticoClientApp<true, ProjectId>;
};
