import type { AppContext } from '../apps/context.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';

export interface VerifyEmail {
  /** Confirms an address with the code of a verification mail. Needs no session. */
  verifyEmail(code: string): Promise<Result<undefined, KnownErrorInstance<'VerificationCodeError'>>>;
}

export const verifyEmail = (ctx: AppContext): VerifyEmail => ({
  verifyEmail: (code) =>
    resultOf(
      async () => {
        await ctx.api.send('/contact-channels/verify', { method: 'POST', body: { code } });
        await ctx.caches.refreshAll('client.currentUser', 'server.currentUser', 'client.contactChannels');
        return undefined;
      },
      [KnownErrors.VerificationCodeError] as const,
    ),
});
