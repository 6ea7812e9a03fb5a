import type { AppContext } from '../apps/context.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import { logError } from '../errors/warn.ts';
import type { Result } from '../errors/result.ts';
import type { SignInAnswer } from '../wire/user.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { catchMfa } from './mfa-required.ts';

export interface SignInWithCredentialOptions {
  email: string;
  password: string;
  /** Stays on the page instead of going to `urls.afterSignIn`. */
  noRedirect?: boolean;
}

export type SignUpWithCredentialOptions = SignInWithCredentialOptions &
  (
    | {
        /** Sends no verification mail. */
        noVerificationCallback: true;
        verificationCallbackUrl?: never;
      }
    | {
        noVerificationCallback?: false;
        /** Where the link of the verification mail leads. Default: `urls.emailVerification`. */
        verificationCallbackUrl?: string;
      }
  );

/** Sign-in with email and password. */
export interface CredentialSignIn {
  signInWithCredential(
    options: SignInWithCredentialOptions,
  ): Promise<
    Result<undefined, KnownErrorInstance<'EmailPasswordMismatch'> | KnownErrorInstance<'InvalidTotpCode'>>
  >;
  signUpWithCredential(
    options: SignUpWithCredentialOptions,
  ): Promise<
    Result<
      undefined,
      KnownErrorInstance<'UserWithEmailAlreadyExists'> | KnownErrorInstance<'PasswordRequirementsNotMet'>
    >
  >;
}

const signUp = async (ctx: AppContext, options: SignUpWithCredentialOptions): Promise<SignInAnswer> => {
  const { email, password, noVerificationCallback, verificationCallbackUrl } = options;
  const session = await ctx.session();
  const post = (callback: string | undefined): Promise<SignInAnswer> => {
    const body = { email, password, verification_callback_url: callback };
    return ctx.api.json('/auth/password/sign-up', { method: 'POST', body, session });
  };
  if (noVerificationCallback) return post(undefined);
  const callback =
    verificationCallbackUrl ?? ctx.navigation.callbackUrl('emailVerification', 'verificationCallbackUrl');
  try {
    return await post(callback);
  } catch (error) {
    if (!KnownErrors.RedirectUrlNotWhitelisted.isInstance(error)) throw error;
    // An account without a verification mail is worth more than no account.
    logError(
      new Error(`The callback ${callback} is not trusted; signing up without a verification mail.`, {
        cause: error,
      }),
    );
    return post(undefined);
  }
};

export const credentialSignIn = (ctx: AppContext): CredentialSignIn => ({
  signInWithCredential: ({ email, password, noRedirect }) =>
    resultOf(
      async () => {
        const session = await ctx.session();
        const answer = await catchMfa(ctx, () =>
          ctx.api.json<SignInAnswer>('/auth/password/sign-in', {
            method: 'POST',
            body: { email, password },
            session,
          }),
        );
        await finishSignIn(ctx, answer, { noRedirect, landing: 'afterSignIn' });
        return undefined;
      },
      [KnownErrors.EmailPasswordMismatch, KnownErrors.InvalidTotpCode] as const,
    ),

  signUpWithCredential: async (options) => {
    if (options.noVerificationCallback && options.verificationCallbackUrl) {
      throw new PorticoAssertionError(
        'Give either noVerificationCallback or verificationCallbackUrl, not both.',
      );
    }
    return resultOf(
      async () => {
        const answer = await catchMfa(ctx, () => signUp(ctx, options));
        await finishSignIn(ctx, answer, { noRedirect: options.noRedirect, landing: 'afterSignUp' });
        return undefined;
      },
      [KnownErrors.UserWithEmailAlreadyExists, KnownErrors.PasswordRequirementsNotMet] as const,
    );
  },
});
