import type { Caller } from '../apps/caller.ts';
import { createCaller } from '../apps/caller.ts';
import type { AppContext } from '../apps/context.ts';
import type { Session } from '../sessions/session.ts';

/** One user, and how requests about it are made: as itself, or by the server. */
export interface UserScope extends Caller {
  readonly userId: string;
  /** How paths and filters name the user: `me`, or the id. */
  readonly ref: string;
  /** The user's own session, when the object stands for the signed-in user. */
  readonly ownSession: Session | null;
  /** Brings every cached copy of the user up to date. */
  refreshUser(): Promise<void>;
}

const refreshEverywhere = async (ctx: AppContext): Promise<void> => {
  await ctx.caches.refreshAll(
    'client.currentUser',
    'server.currentUser',
    'server.user',
    'server.users',
    'server.teamUsers',
  );
};

/** The signed-in user acting for itself. */
export const ownScope = (ctx: AppContext, session: Session, userId: string): UserScope => {
  const caller = createCaller(ctx, 'client', session);
  return {
    ...caller,
    userId,
    ref: 'me',
    ownSession: session,
    refreshUser: () => caller.refresh('currentUser'),
  };
};

/** Any user, acted upon with server access. `ownSession` is set when it is also the signed-in one. */
export const serverScope = (
  ctx: AppContext,
  userId: string,
  ownSession: Session | null = null,
): UserScope => {
  const caller = createCaller(ctx, 'server');
  return { ...caller, userId, ref: userId, ownSession, refreshUser: () => refreshEverywhere(ctx) };
};
