import type { AppContext } from '../apps/context.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';

type CodeResult = Result<undefined, KnownErrorInstance<'VerificationCodeError'>>;

/** A new password for whoever has forgotten theirs. None of these need a session. */
export interface PasswordReset {
  /** Answers the same whether or not the address belongs to an account. */
  sendForgotPasswordEmail(
    email: string,
    options?: {
      /** Where the link leads. Default: `urls.passwordReset`. */
      callbackUrl?: string;
    },
  ): Promise<Result<undefined, KnownErrorInstance<'UserNotFound'>>>;
  /** Tells whether a code still works, without using it up. */
  verifyPasswordResetCode(code: string): Promise<CodeResult>;
  resetPassword(options: { code: string; password: string }): Promise<CodeResult>;
}

export const passwordReset = (ctx: AppContext): PasswordReset => {
  const post = async (path: string, body: object): Promise<undefined> => {
    await ctx.api.send(path, { method: 'POST', body });
  };
  const expected = [KnownErrors.VerificationCodeError] as const;
  return {
    sendForgotPasswordEmail: (email, { callbackUrl } = {}) => {
      const url = callbackUrl ?? ctx.navigation.callbackUrl('passwordReset', 'callbackUrl');
      const send = () => post('/auth/password/send-reset-code', { email, callback_url: url });
      return resultOf(send, [KnownErrors.UserNotFound] as const);
    },
    verifyPasswordResetCode: (code) =>
      resultOf(() => post('/auth/password/reset/check-code', { code }), expected),
    resetPassword: ({ code, password }) =>
      resultOf(() => post('/auth/password/reset', { code, password }), expected),
  };
};
