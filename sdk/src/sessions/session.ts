import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { Tokens } from '../tokens/token-store.ts';
import { sessionKeyOf } from '../tokens/token-store.ts';
import { parseAccessToken } from './access-token.ts';
import type { AccessToken } from './access-token.ts';

/** Every request carries a token that lives at least this long. */
export const minTokenMillis = 20_000;
const maxTokenMillis = 60_000;

/** Tokens that a request may be sent with. */
export interface LiveTokens {
  readonly accessToken: AccessToken;
  readonly refreshToken: string | null;
}

/** What the server gave for a refresh token; `refreshToken` only when the project rotates them. */
export interface Refreshed {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

export interface SessionOptions {
  readonly tokens: Tokens;
  refresh(refreshToken: string): Promise<Refreshed>;
  now?: () => number;
}

/** One sign-in. Keeps its access token fresh; once invalid it stays invalid. */
export class Session {
  readonly key: string;
  #refreshToken: string | null;
  #accessToken: AccessToken | null;
  #invalid: boolean;
  #refreshing: Promise<AccessToken | null> | null = null;
  readonly #options: SessionOptions;
  readonly #changeListeners = new Set<() => void>();
  readonly #invalidListeners = new Set<() => void>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.key = sessionKeyOf(options.tokens);
    this.#refreshToken = options.tokens.refreshToken;
    this.#accessToken = parseAccessToken(options.tokens.accessToken);
    this.#invalid = options.tokens.accessToken === null && options.tokens.refreshToken === null;
  }

  isKnownToBeInvalid(): boolean {
    return this.#invalid;
  }

  get refreshToken(): string | null {
    return this.#refreshToken;
  }

  /** The access token unless it has expired; never asks the server. */
  get accessToken(): AccessToken | null {
    const token = this.#accessToken;
    return !this.#invalid && token && token.expiresAtMillis > this.#now() ? token : null;
  }

  /** Tokens that live for at least `minMillis`, refreshed when needed. Null means signed out. */
  async getOrFetchLikelyValidTokens(minMillis: number): Promise<LiveTokens | null> {
    if (minMillis > maxTokenMillis) {
      throw new Error(`An access token cannot be asked to live longer than ${maxTokenMillis} ms.`);
    }
    const cached = this.accessToken;
    // Without a refresh token there is nothing better than the token at hand, so it serves until it expires.
    if (cached && (!this.#refreshToken || cached.expiresAtMillis - this.#now() >= minMillis))
      return this.#live(cached);
    const fresh = await this.#refresh();
    if (!fresh) return null;
    if (fresh.expiresAtMillis - this.#now() < minMillis) {
      throw new PorticoAssertionError('A fresh access token expires too soon.', { minMillis });
    }
    return this.#live(fresh);
  }

  /** Asks the server for a new access token even if the current one is good. */
  async fetchNewTokens(): Promise<LiveTokens | null> {
    const fresh = await this.#refresh();
    return fresh && this.#live(fresh);
  }

  /** Forgets a token the server refused, unless it was replaced meanwhile. */
  markAccessTokenExpired(token: string): void {
    if (this.#accessToken?.token !== token) return;
    this.#accessToken = null;
    this.#notify(this.#changeListeners);
  }

  markInvalid(): void {
    if (this.#invalid) return;
    this.#invalid = true;
    this.#accessToken = null;
    this.#refreshing = null;
    this.#notify(this.#invalidListeners);
  }

  onTokensChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onInvalidate(listener: () => void): () => void {
    this.#invalidListeners.add(listener);
    return () => this.#invalidListeners.delete(listener);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #live(accessToken: AccessToken): LiveTokens {
    return { accessToken, refreshToken: this.#refreshToken };
  }

  /** All callers share one request. Its promise is forgotten when it settles, so a failure is never remembered. */
  #refresh(): Promise<AccessToken | null> {
    if (this.#invalid || !this.#refreshToken) return Promise.resolve(null);
    if (this.#refreshing) return this.#refreshing;
    const refreshing: Promise<AccessToken | null> = this.#fetch(
      this.#refreshToken,
      () => this.#refreshing === refreshing,
    ).finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #fetch(refreshToken: string, isLatest: () => boolean): Promise<AccessToken | null> {
    // The promise must be registered before its result can be compared with it.
    await Promise.resolve();
    try {
      const answer = await this.#options.refresh(refreshToken);
      const token = parseAccessToken(answer.accessToken);
      if (!token)
        throw new PorticoAssertionError('The server answered with an access token that cannot be read.');
      if (isLatest()) {
        this.#accessToken = token;
        this.#refreshToken = answer.refreshToken ?? this.#refreshToken;
        this.#notify(this.#changeListeners);
      }
      return this.#invalid ? null : token;
    } catch (error) {
      if (!KnownErrors.RefreshTokenError.isInstance(error)) throw error;
      if (isLatest()) this.markInvalid();
      return null;
    }
  }

  #notify(listeners: ReadonlySet<() => void>): void {
    for (const listener of [...listeners]) listener();
  }
}
