import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'portico-theme';
const listeners = new Set<() => void>();
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

const readChoice = (): ThemeChoice => {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

const resolve = (choice: ThemeChoice): 'light' | 'dark' => {
  if (choice !== 'system') return choice;
  return systemDark.matches ? 'dark' : 'light';
};

const apply = (): void => {
  const theme = resolve(readChoice());
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  for (const listener of listeners) listener();
};

systemDark.addEventListener('change', apply);

export const setTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
};

export const toggleTheme = (): void => setTheme(resolve(readChoice()) === 'dark' ? 'light' : 'dark');

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice);
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, () => resolve(readChoice()));
