import type { Caches } from '../cache/caches.ts';
import { createCaches } from '../cache/caches.ts';
import { createApi } from '../http/api.ts';
import type { Access, Api } from '../http/api.ts';
import { refreshTokens } from '../http/refresh-tokens.ts';
import { realTransport } from '../http/transport.ts';
import type { Transport } from '../http/transport.ts';
import { createSessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import { createTokenStores, hasNoTokenStore } from '../tokens/token-stores.ts';
import type { TokenStores } from '../tokens/token-stores.ts';
import type { AnyTokenStoreInit, Tokens, TokenStore } from '../tokens/token-store.ts';
import { handlerUrls } from '../urls/handler-urls.ts';
import type { HandlerUrls } from '../urls/handler-urls.ts';
import { createNavigation } from '../urls/navigation.ts';
import type { Navigation } from '../urls/navigation.ts';
import { baseUrlOf } from './resolve-options.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Everything the members of an app share. */
export interface AppContext {
  readonly access: Access;
  readonly projectId: string;
  readonly options: ResolvedOptions;
  readonly urls: Readonly<HandlerUrls>;
  readonly api: Api;
  readonly caches: Caches;
  readonly stores: TokenStores;
  readonly navigation: Navigation;
  readonly transport: Transport;
  baseUrl(): string;
  sessionOf(store: TokenStore): Session;
  /** The session of a call, or the app's own. Throws when there is no place for one. */
  session(override?: AnyTokenStoreInit): Promise<Session>;
  /** Puts the tokens of a sign-in into the app's own store. */
  storeTokens(tokens: Tokens): Promise<void>;
  /** Throws unless the app or the call names a token store. */
  requireTokenStore(override?: AnyTokenStoreInit): void;
}

export const createContext = (
  access: Access,
  options: ResolvedOptions,
  transport: Transport = realTransport,
): AppContext => {
  const { projectId, publishableClientKey, tokenStore: own } = options;
  const baseUrl = (): string => baseUrlOf(options);
  const api = createApi({ ...options, baseUrl, transport });
  const stores = createTokenStores({ projectId, tokenStore: own, cookieDomain: options.cookieDomain });
  const urls = handlerUrls(options.urls);
  const sessionOf = createSessionRegistry(
    refreshTokens({ transport, baseUrl, projectId, publishableClientKey }),
  );

  const trustedDomains = async (): Promise<readonly string[]> => {
    const project = await api.json<{ config: { domains?: { domain: string }[] } }>('/projects/current');
    return (project.config.domains ?? []).map(({ domain }) => domain);
  };
  const requireTokenStore = (override?: AnyTokenStoreInit): void => {
    if (!hasNoTokenStore(own, override)) return;
    throw new Error(
      'This needs a token store. Give the app one other than null, or pass "tokenStore" to the call.',
    );
  };

  return {
    access,
    projectId,
    options,
    urls,
    api,
    caches: createCaches(),
    stores,
    transport,
    navigation: createNavigation({ options, urls, trustedDomains }),
    baseUrl,
    sessionOf,
    requireTokenStore,
    session: async (override) => {
      requireTokenStore(override);
      return sessionOf(await stores.open(override));
    },
    storeTokens: async (tokens) => {
      requireTokenStore();
      (await stores.open()).set(tokens);
    },
  };
};
