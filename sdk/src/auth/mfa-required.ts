import type { AppContext } from '../apps/context.ts';
import { isBrowser } from '../apps/environment.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { returnToParam } from '../urls/navigation.ts';

/** Where the page for the second factor finds its attempt. */
export const mfaAttemptKey = 'stack_mfa_attempt_code';

const mfaUrl = (ctx: AppContext, returnTo?: string): string => {
  const page = new URL(window.location.href);
  const url = new URL(ctx.urls.mfa, page);
  const target = returnTo ?? page.searchParams.get(returnToParam);
  if (target !== null) url.searchParams.set(returnToParam, target);
  return url.href;
};

/**
 * Sends whoever needs a second factor to its page, which goes on to `returnTo`, or else to where this page was to lead.
 * Outside a browser the caller gets the error with the attempt code.
 */
export const catchMfa = async <T>(
  ctx: AppContext,
  signIn: () => Promise<T>,
  returnTo?: string,
): Promise<T> => {
  try {
    return await signIn();
  } catch (error) {
    if (!KnownErrors.MultiFactorAuthenticationRequired.isInstance(error) || !isBrowser()) throw error;
    const code = error.details?.attempt_code;
    if (typeof code !== 'string')
      throw new PorticoAssertionError('The second factor has no attempt code.', { cause: error });
    window.sessionStorage.setItem(mfaAttemptKey, code);
    await ctx.navigation.redirectToTrusted(mfaUrl(ctx, returnTo));
    throw new PorticoAssertionError('The page for the second factor was not reached.', { cause: error });
  }
};
