import type { AppContext } from '../apps/context.ts';
import { withHooks } from '../cache/hooks.ts';
import type { AccessTokenClaims } from '../sessions/access-token.ts';
import type { Session } from '../sessions/session.ts';
import type { AnyTokenStoreInit } from '../tokens/token-store.ts';
import type { Optional, TokenStoreOption } from './get-current-user.ts';

/** What the access token alone tells about the user. */
export interface TokenPartialUser {
  readonly id: string;
  readonly displayName: string | null;
  readonly primaryEmail: string | null;
  readonly primaryEmailVerified: boolean;
  readonly isAnonymous: boolean;
}

/** The part of a Convex context that tells who is signed in. */
export interface ConvexCtx {
  readonly auth: { getUserIdentity(): Promise<Readonly<Record<string, unknown>> | null> };
}

interface PartialUserOr {
  or?: 'return-null' | 'anonymous';
}

export type GetCurrentPartialUserOptions<HasTokenStore extends boolean = boolean> =
  | (TokenStoreOption<HasTokenStore> & PartialUserOr & { from: 'token' })
  | (PartialUserOr & { from: 'convex'; ctx: ConvexCtx });

export interface PartialUsers<HasTokenStore extends boolean = boolean> {
  /** Who is signed in, without a request: from the access token, or from Convex. */
  getPartialUser(
    ...args: Optional<false, GetCurrentPartialUserOptions<HasTokenStore>>
  ): Promise<TokenPartialUser | null>;
  usePartialUser(
    options: TokenStoreOption<HasTokenStore> & PartialUserOr & { from: 'token' },
  ): TokenPartialUser | null;
}

const fromClaims = (claims: AccessTokenClaims): TokenPartialUser => ({
  id: claims.sub,
  displayName: claims.name,
  primaryEmail: claims.email,
  primaryEmailVerified: claims.email_verified,
  isAnonymous: claims.is_anonymous,
});

const fromSession = (session: Session, or: PartialUserOr['or']): TokenPartialUser | null => {
  const token = session.accessToken;
  if (!token || (token.claims.is_anonymous && or !== 'anonymous')) return null;
  return fromClaims(token.claims);
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const fromConvex = async (convex: ConvexCtx): Promise<TokenPartialUser | null> => {
  const identity = await convex.auth.getUserIdentity();
  if (!identity) return null;
  return {
    id: String(identity.subject),
    displayName: textOrNull(identity.name),
    primaryEmail: textOrNull(identity.email),
    primaryEmailVerified: identity.email_verified === true,
    isAnonymous: identity.is_anonymous === true,
  };
};

const refuse = (from: unknown): never => {
  throw new Error(`A partial user cannot come from ${JSON.stringify(from)}. Use "token" or "convex".`);
};

export const partialUsers = (ctx: AppContext): PartialUsers => ({
  getPartialUser: async (options) => {
    if (options.from === 'convex') return fromConvex(options.ctx);
    if (options.from !== 'token') return refuse((options as { from: unknown }).from);
    return fromSession(await ctx.session(options.tokenStore as AnyTokenStoreInit | undefined), options.or);
  },
  ...withHooks<Pick<PartialUsers, 'usePartialUser'>>((runtime) => ({
    usePartialUser: ({ from, or, tokenStore }) => {
      if (from !== 'token') refuse(from);
      ctx.requireTokenStore(tokenStore);
      const store = ctx.stores.openForHook(tokenStore);
      runtime.useTokenStore(store);
      return fromSession(ctx.sessionOf(store), or);
    },
  })),
});
