/** The client kit with hooks and components. Everything of `@portico/sdk` is here too. */
import './react/hook-runtime.ts';

export * from './js.ts';
export { PorticoProvider, usePorticoApp } from './react/provider.tsx';
export type { PorticoProviderProps, UsePorticoAppOptions } from './react/provider.tsx';
export { useUser } from './react/use-user.ts';
export type { Locale } from './react/locales/locale.ts';
