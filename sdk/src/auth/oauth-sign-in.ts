import type { AppContext } from '../apps/context.ts';
import { finishOAuth } from './oauth/finish-oauth.ts';
import { startOAuth } from './oauth/start-oauth.ts';

/** Sign-in with an account of another provider. */
export interface OAuthSignIn {
  /** Leaves the page for the provider; never resolves. */
  signInWithOAuth(
    provider: string,
    options?: {
      /** Where the user lands at the end. Default: `urls.afterSignIn` or `urls.afterSignUp`. */
      returnTo?: string;
    },
  ): Promise<never>;
  /** Finishes the sign-in on the page the provider leads back to. Answers whether the page is being left. */
  callOAuthCallback(): Promise<boolean>;
}

export const oauthSignIn = (ctx: AppContext): OAuthSignIn => ({
  signInWithOAuth: async (provider, { returnTo } = {}) =>
    startOAuth(ctx, { provider, type: 'authenticate', session: await ctx.session(), returnTo }),
  callOAuthCallback: () => finishOAuth(ctx),
});
