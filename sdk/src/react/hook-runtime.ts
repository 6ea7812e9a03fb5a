'use client';

import { use, useSyncExternalStore } from 'react';
import { isBrowser } from '../apps/environment.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { setHookRuntime } from '../cache/hooks.ts';
import { sessionKeyOf } from '../tokens/token-store.ts';
import type { TokenStore } from '../tokens/token-store.ts';

const never = new Promise<never>(() => undefined);

/** Told to React while a server renders: this part is the browser's. */
class ClientOnlyError extends Error {
  readonly digest = 'BAILOUT_TO_CLIENT_SIDE_RENDERING';
  readonly reason = 'A hook of Portico was called.';

  constructor() {
    super(
      'This hook reads the session in the browser and cannot run on a server. Put a <Suspense> boundary around the component.',
    );
  }
}

const bailOutOnServer = (): void => {
  if (!isBrowser()) throw new ClientOnlyError();
};

const useValue = <T>(value: AsyncValue<T>): T => {
  bailOutOnServer();
  useSyncExternalStore(value.subscribe, value.snapshot, value.snapshot);
  return use(value.read());
};

const useTokenStore = (store: TokenStore): void => {
  bailOutOnServer();
  const read = (): string => sessionKeyOf(store.get());
  useSyncExternalStore(store.subscribe, read, read);
};

setHookRuntime({ useValue, useTokenStore, useForever: () => use(never) });
