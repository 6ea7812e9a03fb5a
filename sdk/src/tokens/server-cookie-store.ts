import { readCookieTokens, writeCookieTokens } from './cookie-tokens.ts';
import { nextFramework } from './framework.ts';
import { createMemoryStore } from './token-store.ts';
import type { TokenStore } from './token-store.ts';

/** The session in the cookies of the request being served; changes are written back where the framework allows it. */
export const createServerCookieStore = async (
  projectId: string,
  cookieDomain?: string,
): Promise<TokenStore> => {
  const jar = await nextFramework('requestCookies')();
  const store = createMemoryStore(readCookieTokens(jar.all(), projectId));
  store.subscribe(() => writeCookieTokens({ jar, projectId, cookieDomain }, store.get()));
  return store;
};
