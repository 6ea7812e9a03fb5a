import type { AppContext } from '../apps/context.ts';
import { signOutSession } from '../auth/sign-out.ts';
import type { SignOutOptions } from '../auth/sign-out.ts';
import { minTokenMillis } from '../sessions/session.ts';
import type { Session } from '../sessions/session.ts';
import type { Tokens } from '../tokens/token-store.ts';
import { headers } from '../wire/headers.ts';

/** Carries a session from one server to another; read by request-like token stores. */
export type AuthHeaders = { readonly 'x-stack-auth': string };

/** What only the signed-in user has: its session. */
export interface Auth {
  readonly currentSession: {
    /** Tokens that live for at least 20 seconds; both null when signed out. */
    getTokens(): Promise<Tokens>;
  };
  getAuthJson(): Promise<Tokens>;
  /** Send these headers to your server, and give its app the request as token store. */
  getAuthHeaders(): Promise<AuthHeaders>;
  signOut(options?: SignOutOptions): Promise<void>;
  /** Give it to an admin app as `projectOwnerSession`. */
  readonly _internalSession: Session;
}

export const tokensOfSession = async (session: Session): Promise<Tokens> => {
  const tokens = await session.getOrFetchLikelyValidTokens(minTokenMillis);
  return { accessToken: tokens?.accessToken.token ?? null, refreshToken: tokens?.refreshToken ?? null };
};

export const authHeadersOf = (tokens: Tokens): AuthHeaders => ({ [headers.tokens]: JSON.stringify(tokens) });

export const auth = (ctx: AppContext, session: Session): Auth => ({
  currentSession: { getTokens: () => tokensOfSession(session) },
  getAuthJson: () => tokensOfSession(session),
  getAuthHeaders: async () => authHeadersOf(await tokensOfSession(session)),
  signOut: (options) => signOutSession(ctx, session, options),
  _internalSession: session,
});
