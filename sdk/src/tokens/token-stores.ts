import { isBrowser } from '../apps/environment.ts';
import { createCookieStore } from './cookie-store.ts';
import { createRequestStores } from './request-store.ts';
import { createServerCookieStore } from './server-cookie-store.ts';
import { createMemoryStore } from './token-store.ts';
import type { AnyTokenStoreInit, RequestLike, Tokens, TokenStore } from './token-store.ts';

export interface TokenStores {
  /** The store of a call, or the app's own. */
  open(override?: AnyTokenStoreInit): Promise<TokenStore>;
  /** The same without waiting, for hooks. Equal pairs share a store, or each render would begin a new session. */
  openForHook(override?: AnyTokenStoreInit): TokenStore;
}

export interface TokenStoresOptions {
  readonly projectId: string;
  readonly tokenStore: AnyTokenStoreInit | undefined;
  readonly cookieDomain?: string;
}

const isRequest = (init: object): init is RequestLike => 'headers' in init;
const isPair = (init: object): init is Tokens => 'accessToken' in init || 'refreshToken' in init;

export const createTokenStores = ({
  projectId,
  tokenStore: own,
  cookieDomain,
}: TokenStoresOptions): TokenStores => {
  const requestStore = createRequestStores(projectId);
  const empty = createMemoryStore();
  let cookieStore: TokenStore | undefined;
  let memoryStore: TokenStore | undefined;

  const openNow = (override?: AnyTokenStoreInit): TokenStore => {
    const init = override === undefined ? own : override;
    if (init === 'cookie' || (init === 'nextjs-cookie' && isBrowser())) {
      return (cookieStore ??= createCookieStore({ projectId, cookieDomain }));
    }
    if (init === 'memory') return (memoryStore ??= createMemoryStore());
    if (init === null) return empty;
    if (typeof init === 'object' && isRequest(init)) return requestStore(init);
    if (typeof init === 'object' && isPair(init)) {
      return createMemoryStore({
        accessToken: init.accessToken ?? null,
        refreshToken: init.refreshToken ?? null,
      });
    }
    throw new Error(`Unknown token store: ${JSON.stringify(init)}.`);
  };

  const pairStores = new Map<string, TokenStore>();

  return {
    openForHook: (override) => {
      const init = override === undefined ? own : override;
      if (typeof init !== 'object' || init === null || isRequest(init)) return openNow(override);
      const key = JSON.stringify([init.refreshToken, init.accessToken]);
      const store = pairStores.get(key) ?? openNow(override);
      pairStores.set(key, store);
      return store;
    },
    open: async (override) => {
      const init = override === undefined ? own : override;
      if (init === 'nextjs-cookie' && !isBrowser()) return createServerCookieStore(projectId, cookieDomain);
      return openNow(override);
    },
  };
};

/** True when neither the call nor the app names a place for the session. */
export const hasNoTokenStore = (own: AnyTokenStoreInit | undefined, override?: AnyTokenStoreInit): boolean =>
  (override === undefined ? own : override) === null;
