import { warn } from '../errors/warn.ts';
import type { CookieJar } from './cookie-jar.ts';
import {
  accessCookie,
  defaultRefreshCookie,
  domainOfRefreshCookie,
  domainRefreshCookie,
  isRefreshCookie,
  isStructuredRefreshCookie,
  oldestRefreshCookie,
  plainRefreshCookie,
} from './cookie-names.ts';
import type { Tokens } from './token-store.ts';

const yearSeconds = 31_536_000;
const daySeconds = 86_400;

const parseStructured = (name: string, value: string): { token: string; writtenAt: number } | null => {
  try {
    const { refresh_token: token, updated_at_millis: at } = JSON.parse(value) as Record<string, unknown>;
    if (typeof token === 'string' && token !== '')
      return { token, writtenAt: typeof at === 'number' ? at : -Infinity };
  } catch {
    // Told below.
  }
  warn(`The cookie ${name} cannot be read and is skipped.`);
  return null;
};

const readRefreshToken = (cookies: ReadonlyMap<string, string>, projectId: string): string | null => {
  const plain = cookies.get(plainRefreshCookie(projectId)) || cookies.get(oldestRefreshCookie);
  if (plain) return plain;
  let newest: { token: string; writtenAt: number } | null = null;
  for (const [name, value] of cookies) {
    if (!isStructuredRefreshCookie(projectId, name)) continue;
    const found = parseStructured(name, value);
    if (found && (!newest || found.writtenAt > newest.writtenAt)) newest = found;
  }
  return newest?.token ?? null;
};

const readAccessToken = (
  cookies: ReadonlyMap<string, string>,
  refreshToken: string | null,
): string | null => {
  const value = cookies.get(accessCookie);
  if (!value?.startsWith('["')) return null;
  try {
    const pair: unknown = JSON.parse(value);
    const fits = Array.isArray(pair) && pair.length === 2 && pair.every((item) => typeof item === 'string');
    return fits && pair[0] === refreshToken ? (pair[1] as string) : null;
  } catch {
    return null;
  }
};

/** The session in a set of cookies. The access cookie is shared by all projects of a host, so it must match. */
export const readCookieTokens = (cookies: ReadonlyMap<string, string>, projectId: string): Tokens => {
  const refreshToken = readRefreshToken(cookies, projectId);
  return { refreshToken, accessToken: refreshToken === null ? null : readAccessToken(cookies, refreshToken) };
};

export interface CookieSession {
  readonly jar: CookieJar;
  readonly projectId: string;
  /** Parent domain whose subdomains share the session. */
  readonly cookieDomain?: string;
}

/** Replaces every refresh cookie of the project by today's form, or removes them all. */
export const writeCookieTokens = ({ jar, projectId, cookieDomain }: CookieSession, tokens: Tokens): void => {
  const { secure } = jar;
  const ownName = defaultRefreshCookie(projectId, secure);
  const sharedName = cookieDomain && domainRefreshCookie(projectId, cookieDomain);
  for (const name of jar.all().keys()) {
    const kept = tokens.refreshToken !== null && (name === ownName || name === sharedName);
    if (kept || !isRefreshCookie(projectId, name)) continue;
    jar.delete(name, { secure, domain: domainOfRefreshCookie(name) });
  }
  if (tokens.refreshToken === null || tokens.accessToken === null) jar.delete(accessCookie, { secure });
  if (tokens.refreshToken === null) return;

  const value = JSON.stringify({ refresh_token: tokens.refreshToken, updated_at_millis: Date.now() });
  jar.set(ownName, value, { secure, maxAgeSeconds: yearSeconds });
  if (sharedName) jar.set(sharedName, value, { secure, domain: cookieDomain, maxAgeSeconds: yearSeconds });
  if (tokens.accessToken !== null) {
    const pair = JSON.stringify([tokens.refreshToken, tokens.accessToken]);
    jar.set(accessCookie, pair, { secure, maxAgeSeconds: daySeconds });
  }
};
