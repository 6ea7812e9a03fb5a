import type { AppContext } from '../apps/context.ts';
import { isBrowser } from '../apps/environment.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { returnToParam } from '../urls/navigation.ts';

/** Where the page for the second factor finds its attempt. */
export const mfaAttemptKey = 'stack_mfa_attempt_code';

const mfaUrl = (ctx: AppContext): string => {
  const page = new URL(window.location.href);
  const url = new URL(ctx.urls.mfa, page);
  const returnTo = page.searchParams.get(returnToParam);
  if (returnTo !== null) url.searchParams.set(returnToParam, returnTo);
  return url.href;
};

/** Sends whoever needs a second factor to its page. Outside a browser the caller gets the error with the attempt code. */
export const catchMfa = async <T>(ctx: AppContext, signIn: () => Promise<T>): Promise<T> => {
  try {
    return await signIn();
  } catch (error) {
    if (!KnownErrors.MultiFactorAuthenticationRequired.isInstance(error) || !isBrowser()) throw error;
    const code = error.details?.attempt_code;
    if (typeof code !== 'string')
      throw new PorticoAssertionError('The second factor has no attempt code.', { cause: error });
    window.sessionStorage.setItem(mfaAttemptKey, code);
    await ctx.navigation.redirectToTrusted(mfaUrl(ctx));
    throw new PorticoAssertionError('The page for the second factor was not reached.', { cause: error });
  }
};
