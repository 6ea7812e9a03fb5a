import type { AppContext } from '../apps/context.ts';
import { signOut } from '../auth/sign-out.ts';
import type { SignOutOptions } from '../auth/sign-out.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { Session } from '../sessions/session.ts';
import type { Tokens } from '../tokens/token-store.ts';
import type { UserRead } from '../wire/user.ts';
import { authHeadersOf, tokensOfSession } from './auth.ts';
import type { AuthHeaders } from './auth.ts';
import { createCurrentUser } from './current-user.ts';
import type { CurrentInternalUser, CurrentUser } from './current-user.ts';
import { getCurrentUser, currentUserInRender } from './get-current-user.ts';
import type { GetCurrentUserOptions, NeverNull, Optional, TokenStoreOption } from './get-current-user.ts';

export type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalUser
  : CurrentUser;

/** The signed-in user of an app. */
export interface CurrentUsers<HasTokenStore extends boolean, U> {
  getUser(options: GetCurrentUserOptions<HasTokenStore> & NeverNull): Promise<U>;
  getUser(...args: Optional<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>): Promise<U | null>;
  useUser(options: GetCurrentUserOptions<HasTokenStore> & NeverNull): U;
  useUser(...args: Optional<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>): U | null;
}

/** The session of an app, signed in or not. */
export interface AppSession<HasTokenStore extends boolean> {
  signOut(...args: Optional<HasTokenStore, SignOutOptions & TokenStoreOption<HasTokenStore>>): Promise<void>;
  /** Both tokens are null when nobody is signed in. */
  getAuthJson(...args: Optional<HasTokenStore, TokenStoreOption<HasTokenStore>>): Promise<Tokens>;
  getAuthHeaders(...args: Optional<HasTokenStore, TokenStoreOption<HasTokenStore>>): Promise<AuthHeaders>;
}

/** Reads the user of a session; an ended session needs no request to be known as nobody. */
export const readCurrentUser = async <Read>(
  ctx: AppContext,
  session: Session,
  access: 'client' | 'server',
): Promise<Read | null> => {
  if (session.isKnownToBeInvalid()) return null;
  try {
    return await ctx.api.json<Read>('/users/me', { access, session });
  } catch (error) {
    if (KnownErrors.CannotGetOwnUserWithoutUser.isInstance(error)) return null;
    throw error;
  }
};

export const currentUserValue = (ctx: AppContext, session: Session): AsyncValue<CurrentInternalUser | null> =>
  ctx.caches.value('client.currentUser', [session], {
    session,
    fetch: async () => {
      const user = await readCurrentUser<UserRead>(ctx, session, 'client');
      return user && createCurrentUser(ctx, session, user);
    },
  });

export const currentUsers = (ctx: AppContext): CurrentUsers<boolean, CurrentInternalUser> => {
  const source = { ctx, valueOf: (session: Session) => currentUserValue(ctx, session) };
  const getUser = (options?: GetCurrentUserOptions): Promise<CurrentInternalUser | null> =>
    getCurrentUser(source, options);
  return {
    getUser: getUser as CurrentUsers<boolean, CurrentInternalUser>['getUser'],
    ...withHooks((runtime) => {
      const useUser = (options?: GetCurrentUserOptions): CurrentInternalUser | null =>
        currentUserInRender(runtime, source, options);
      return { useUser: useUser as CurrentUsers<boolean, CurrentInternalUser>['useUser'] };
    }),
  };
};

export const appSession = (ctx: AppContext): AppSession<boolean> => {
  const tokens = async (options?: TokenStoreOption<boolean>): Promise<Tokens> =>
    tokensOfSession(await ctx.session(options?.tokenStore));
  return {
    signOut: (options) => signOut(ctx, options),
    getAuthJson: tokens,
    getAuthHeaders: async (options) => authHeadersOf(await tokens(options)),
  };
};
