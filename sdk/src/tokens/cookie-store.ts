import { createBrowserJar } from './cookie-jar.ts';
import { readCookieTokens, writeCookieTokens } from './cookie-tokens.ts';
import type { CookieSession } from './cookie-tokens.ts';
import { checkTokens, noTokens } from './token-store.ts';
import type { Tokens, TokenStore } from './token-store.ts';

const pollMillis = 100;

/** The session in the page's cookies. Another tab may change them, so they are polled while somebody listens. */
export const createCookieStore = (options: Omit<CookieSession, 'jar'>): TokenStore => {
  const session: CookieSession = { ...options, jar: createBrowserJar() };
  const listeners = new Set<() => void>();
  let current: Tokens = noTokens;
  let timer: ReturnType<typeof setInterval> | undefined;

  const read = (): Tokens => {
    const found = readCookieTokens(session.jar.all(), session.projectId);
    // The access cookie may be too big for the browser, or belong to another project of this host.
    const accessToken =
      found.accessToken ?? (found.refreshToken === current.refreshToken ? current.accessToken : null);
    const changed = found.refreshToken !== current.refreshToken || accessToken !== current.accessToken;
    if (changed) current = { refreshToken: found.refreshToken, accessToken };
    return current;
  };
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const poll = (): void => {
    const before = current;
    if (read() !== before) notify();
  };

  return {
    get: read,
    set: (tokens) => {
      checkTokens(tokens);
      writeCookieTokens(session, tokens);
      current = { ...tokens };
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(poll, pollMillis);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};
