import type { AppContext } from '../apps/context.ts';
import type { Session } from '../sessions/session.ts';
import type { SignInAnswer } from '../wire/user.ts';

const running = new WeakMap<AppContext, Promise<Session>>();

const signUp = async (ctx: AppContext): Promise<Session> => {
  const session = await ctx.session();
  const answer = await ctx.api.json<SignInAnswer>('/auth/anonymous/sign-up', { method: 'POST', session });
  const store = await ctx.stores.open();
  store.set({ accessToken: answer.access_token, refreshToken: answer.refresh_token });
  return ctx.sessionOf(store);
};

/** Signs up without asking anything; calls at the same time share one account. The tokens go to the app's own store. */
export const signUpAnonymously = (ctx: AppContext): Promise<Session> => {
  ctx.requireTokenStore();
  const known = running.get(ctx);
  if (known) return known;
  const signingUp = signUp(ctx).finally(() => running.delete(ctx));
  running.set(ctx, signingUp);
  return signingUp;
};
