import { headers } from '../wire/headers.ts';
import { parseCookies } from './cookie-jar.ts';
import { readCookieTokens } from './cookie-tokens.ts';
import { createMemoryStore } from './token-store.ts';
import type { RequestLike, Tokens, TokenStore } from './token-store.ts';

const parseTokensHeader = (header: string): Tokens => {
  const refuse = (): never => {
    throw new Error(
      `The header ${headers.tokens} must be a JSON object with accessToken and refreshToken, not: ${header}`,
    );
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(header);
  } catch {
    return refuse();
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refuse();
  const { accessToken, refreshToken } = parsed as Record<string, unknown>;
  return {
    accessToken: typeof accessToken === 'string' ? accessToken : null,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
  };
};

const tokensOf = (request: RequestLike, projectId: string): Tokens => {
  const header = request.headers.get(headers.tokens);
  if (header) return parseTokensHeader(header);
  return readCookieTokens(parseCookies(request.headers.get('cookie') ?? ''), projectId);
};

/** Stores of incoming requests: one per request object, so that its calls share a session and a refresh. */
export const createRequestStores = (projectId: string): ((request: RequestLike) => TokenStore) => {
  const stores = new WeakMap<RequestLike, TokenStore>();
  return (request) => {
    const known = stores.get(request);
    if (known) return known;
    const store = createMemoryStore(tokensOf(request, projectId));
    stores.set(request, store);
    return store;
  };
};
