import type { AppContext } from '../apps/context.ts';
import { signUpAnonymously } from '../auth/anonymous.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import type { HookRuntime } from '../cache/hooks.ts';
import type { Session } from '../sessions/session.ts';
import type { AnyTokenStoreInit, TokenStoreInit } from '../tokens/token-store.ts';
import { leaveOnce } from '../urls/leave-once.ts';

/** What to do when nobody is signed in. Anonymous users count as nobody unless asked for. */
export type MissingUser =
  'return-null' | 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists[deprecated]';

/** An app without a token store needs one at every call. */
export type TokenStoreOption<HasTokenStore extends boolean> = HasTokenStore extends false
  ? { tokenStore: TokenStoreInit<true> }
  : { tokenStore?: TokenStoreInit<true> };

export type GetCurrentUserOptions<HasTokenStore extends boolean = boolean> =
  TokenStoreOption<HasTokenStore> & {
    or?: MissingUser;
  };

/** @deprecated Use `GetCurrentUserOptions`. */
export type GetUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>;

/** Arguments that may be left out where the app has a token store. */
export type Optional<HasTokenStore extends boolean, Options> = HasTokenStore extends false
  ? [options: Options]
  : [options?: Options];

export type NeverNull = { or: 'redirect' | 'throw' | 'anonymous' };

interface AnyOptions {
  readonly or?: MissingUser;
  readonly tokenStore?: AnyTokenStoreInit;
}

interface Source<U> {
  readonly ctx: AppContext;
  /** The signed-in user of a session, null when there is none. */
  valueOf(session: Session): AsyncValue<U | null>;
}

const missingText = 'Nobody is signed in, and getUser was asked to throw in this case.';

const counts = (user: { isAnonymous: boolean } | null, or: MissingUser | undefined): boolean =>
  user !== null && (!user.isAnonymous || or === 'anonymous' || or === 'anonymous-if-exists[deprecated]');

export const getCurrentUser = async <U extends { isAnonymous: boolean }>(
  { ctx, valueOf }: Source<U>,
  { or, tokenStore }: AnyOptions = {},
): Promise<U | null> => {
  const user = await valueOf(await ctx.session(tokenStore)).fetch();
  if (counts(user, or)) return user;
  if (or === 'throw') throw new Error(missingText);
  if (or === 'anonymous') return valueOf(await signUpAnonymously(ctx)).fetch();
  if (or === 'redirect') await ctx.navigation.redirectTo('signIn', { replace: true });
  return null;
};

/** The same inside a component: suspends until the user is known, or for good while the page is left. */
export const currentUserInRender = <U extends { isAnonymous: boolean }>(
  runtime: HookRuntime,
  { ctx, valueOf }: Source<U>,
  { or, tokenStore }: AnyOptions = {},
): U | null => {
  ctx.requireTokenStore(tokenStore);
  const store = ctx.stores.openForHook(tokenStore);
  runtime.useTokenStore(store);
  const user = runtime.useValue(valueOf(ctx.sessionOf(store)));
  if (counts(user, or)) return user;
  if (or === 'throw') throw new Error(missingText);
  if (or === 'redirect') {
    leaveOnce(ctx, () => ctx.navigation.redirectTo('signIn', { replace: true }));
    return runtime.useForever();
  }
  if (or === 'anonymous') {
    leaveOnce(ctx, async () => {
      await signUpAnonymously(ctx);
      window.location.reload();
    });
    return runtime.useForever();
  }
  return null;
};
