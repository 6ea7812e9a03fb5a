import { PorticoAssertionError } from '../errors/assertion-error.ts';

/** Both halves of a session. A null half is known to be absent. */
export interface Tokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** An incoming request of a server: anything whose headers can be read by name. */
export interface RequestLike {
  readonly headers: { get(name: string): string | null };
}

/** Where an app keeps its session. `null` means nowhere: methods that need one ask for it at the call. */
export type TokenStoreInit<HasTokenStore extends boolean = boolean> = HasTokenStore extends true
  ? | 'cookie'
    | 'nextjs-cookie'
    | 'memory'
    | RequestLike
    | { readonly accessToken: string | null; readonly refreshToken: string | null }
  : HasTokenStore extends false
    ? null
    : never;

export type AnyTokenStoreInit = TokenStoreInit<true> | null;

export const noTokens: Tokens = { accessToken: null, refreshToken: null };

/** An observable place for one session's tokens. */
export interface TokenStore {
  get(): Tokens;
  set(tokens: Tokens): void;
  /** Hears of every change, also of those made by another tab. */
  subscribe(listener: () => void): () => void;
}

const sameTokens = (a: Tokens, b: Tokens): boolean =>
  a.accessToken === b.accessToken && a.refreshToken === b.refreshToken;

/** Refuses the text that a forgotten value turns into. */
export const checkTokens = ({ accessToken, refreshToken }: Tokens): void => {
  if (accessToken === 'undefined' || refreshToken === 'undefined') {
    throw new PorticoAssertionError('A token is the text "undefined".');
  }
};

export const createMemoryStore = (initial: Tokens = noTokens): TokenStore => {
  checkTokens(initial);
  let tokens = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => tokens,
    set: (next) => {
      checkTokens(next);
      if (sameTokens(tokens, next)) return;
      tokens = { ...next };
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Identifies the session a store holds: two equal keys are the same session. */
export const sessionKeyOf = ({ accessToken, refreshToken }: Tokens): string => {
  if (refreshToken) return `refresh-${refreshToken}`;
  return accessToken ? `access-${accessToken}` : 'not-logged-in';
};
