import type { AppContext } from '../apps/context.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import type { SignInAnswer } from '../wire/user.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { catchMfa } from './mfa-required.ts';
import type { NoRedirectOption } from './mfa.ts';

/** Sign-in with a mail: by its link, or by its six characters typed into the page that asked for it. */
export interface MagicLinkSignIn {
  /** The mail's six characters followed by the `nonce` are a code for `signInWithMagicLink`. */
  sendMagicLinkEmail(
    email: string,
    options?: {
      /** Where the link leads. Default: `urls.magicLinkCallback`. */
      callbackUrl?: string;
    },
  ): Promise<Result<{ nonce: string }, KnownErrorInstance<'RedirectUrlNotWhitelisted'>>>;
  signInWithMagicLink(
    code: string,
    options?: NoRedirectOption,
  ): Promise<
    Result<undefined, KnownErrorInstance<'VerificationCodeError'> | KnownErrorInstance<'InvalidTotpCode'>>
  >;
}

export const magicLinkSignIn = (ctx: AppContext): MagicLinkSignIn => ({
  sendMagicLinkEmail: (email, { callbackUrl } = {}) => {
    const url = callbackUrl ?? ctx.navigation.callbackUrl('magicLinkCallback', 'callbackUrl');
    return resultOf(
      async () => {
        const answer = await ctx.api.json<{ nonce: string }>('/auth/otp/send-sign-in-code', {
          method: 'POST',
          body: { email, callback_url: url },
        });
        return { nonce: answer.nonce };
      },
      [KnownErrors.RedirectUrlNotWhitelisted] as const,
    );
  },

  signInWithMagicLink: (code, { noRedirect } = {}) =>
    resultOf(
      async () => {
        // An anonymous session goes along, so that its account is kept.
        const session = await ctx.session();
        const answer = await catchMfa(ctx, () =>
          ctx.api.json<SignInAnswer>('/auth/otp/sign-in', { method: 'POST', body: { code }, session }),
        );
        await finishSignIn(ctx, answer, { noRedirect });
        return undefined;
      },
      [KnownErrors.VerificationCodeError, KnownErrors.InvalidTotpCode] as const,
    ),
});
