import { useSyncExternalStore } from 'react';
import { isBrowser } from '../../apps/environment.ts';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

const read = (): string => (isBrowser() ? decodeURIComponent(window.location.hash.slice(1)) : '');

/** The part of the address after `#`. */
export const useHash = (): string => useSyncExternalStore(subscribe, read, () => '');
