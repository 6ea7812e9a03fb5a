import type { AppContext } from '../apps/context.ts';
import { cacheLock } from '../cache/read-write-lock.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { minTokenMillis } from '../sessions/session.ts';
import type { Session } from '../sessions/session.ts';
import type { AnyTokenStoreInit } from '../tokens/token-store.ts';

export interface SignOutOptions {
  /** Where to go afterwards; not checked, since it is yours. Default: `urls.afterSignOut`. */
  redirectUrl?: URL | string;
}

const endSession = async (ctx: AppContext, session: Session): Promise<void> => {
  if (await session.getOrFetchLikelyValidTokens(minTokenMillis)) {
    try {
      await ctx.api.send('/auth/sessions/current', { method: 'DELETE', body: {}, session });
    } catch (error) {
      // The session is over already, which is what was asked for.
      if (!KnownErrors.RefreshTokenError.isInstance(error)) throw error;
    }
  }
  session.markInvalid();
};

/** Ends a session. Running reads finish first, and later ones wait until the page is left. */
export const signOutSession = (
  ctx: AppContext,
  session: Session,
  options: SignOutOptions = {},
): Promise<void> =>
  cacheLock.write(async () => {
    await endSession(ctx, session);
    if (options.redirectUrl) await ctx.navigation.goTo(String(options.redirectUrl), { replace: true });
    else await ctx.navigation.redirectTo('afterSignOut');
  });

/** Signs out whatever session the store holds, an anonymous one included. */
export const signOut = async (
  ctx: AppContext,
  options: SignOutOptions & { tokenStore?: AnyTokenStoreInit } = {},
): Promise<void> => {
  const session = await ctx.session(options.tokenStore);
  if (!session.isKnownToBeInvalid()) await signOutSession(ctx, session, options);
};
