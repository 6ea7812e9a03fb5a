import type { AppContext } from '../apps/context.ts';
import { isBrowser } from '../apps/environment.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import type { SignInAnswer } from '../wire/user.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { mfaAttemptKey } from './mfa-required.ts';

export interface NoRedirectOption {
  /** Stays on the page instead of going to the landing page. */
  noRedirect?: boolean;
}

type MfaResult = Result<
  undefined,
  KnownErrorInstance<'VerificationCodeError'> | KnownErrorInstance<'InvalidTotpCode'>
>;

/** The second factor of a sign-in. `attemptCode` comes with the error that asked for it. */
export interface MfaSignIn {
  signInWithMfa(totp: string, attemptCode: string, options?: NoRedirectOption): Promise<MfaResult>;
  /** For whoever has lost the authenticator. Each code works once. */
  signInWithRecoveryCode(
    recoveryCode: string,
    attemptCode: string,
    options?: NoRedirectOption,
  ): Promise<MfaResult>;
}

/** The attempt a sign-in of this tab has left for the page of the second factor. */
export const pendingMfaAttempt = (): string | null =>
  isBrowser() ? window.sessionStorage.getItem(mfaAttemptKey) : null;

const forgetAttempt = (attemptCode: string): void => {
  if (pendingMfaAttempt() === attemptCode) window.sessionStorage.removeItem(mfaAttemptKey);
};

export const mfaSignIn = (ctx: AppContext): MfaSignIn => {
  const signIn = (
    factor: { type: 'totp'; totp: string } | { type: 'recovery-code'; recovery_code: string },
    attemptCode: string,
    { noRedirect }: NoRedirectOption = {},
  ): Promise<MfaResult> =>
    resultOf(
      async () => {
        const answer = await ctx.api.json<SignInAnswer>('/auth/mfa/sign-in', {
          method: 'POST',
          body: { ...factor, code: attemptCode },
          session: await ctx.session(),
        });
        forgetAttempt(attemptCode);
        await finishSignIn(ctx, answer, { noRedirect });
        return undefined;
      },
      [KnownErrors.VerificationCodeError, KnownErrors.InvalidTotpCode] as const,
    );
  return {
    signInWithMfa: (totp, attemptCode, options) => signIn({ type: 'totp', totp }, attemptCode, options),
    signInWithRecoveryCode: (code, attemptCode, options) =>
      signIn({ type: 'recovery-code', recovery_code: code }, attemptCode, options),
  };
};
