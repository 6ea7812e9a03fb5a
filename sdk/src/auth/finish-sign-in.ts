import type { AppContext } from '../apps/context.ts';
import type { SignInAnswer } from '../wire/user.ts';

export interface FinishOptions {
  readonly noRedirect?: boolean;
  /** Default: the one for new users when the account has just been made. */
  readonly landing?: 'afterSignIn' | 'afterSignUp';
}

/** The end of every sign-in: keep the tokens, then leave for the landing page. */
export const finishSignIn = async (
  ctx: AppContext,
  answer: Omit<SignInAnswer, 'user_id'>,
  { noRedirect, landing = answer.is_new_user ? 'afterSignUp' : 'afterSignIn' }: FinishOptions = {},
): Promise<void> => {
  await ctx.storeTokens({ accessToken: answer.access_token, refreshToken: answer.refresh_token });
  if (!noRedirect) await ctx.navigation.redirectTo(landing, { replace: true });
};
