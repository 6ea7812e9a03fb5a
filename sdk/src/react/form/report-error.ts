import { logError } from '../../errors/warn.ts';
import { KnownError } from '../../errors/known-error.ts';
import { SignInAgainError } from '../../errors/sign-in-again-error.ts';
import { Dismissed } from '../step-up/dismissed.ts';

const isProduction = (): boolean => typeof process !== 'undefined' && process.env.NODE_ENV === 'production';

/** What people are told: the API's own sentence, or that something unexpected happened. */
export const errorSentence = (error: unknown): string => {
  if (KnownError.isInstance(error)) return (error as KnownError).message;
  if (error instanceof SignInAgainError) return error.message;
  const note = 'An unexpected error occurred. Please try again.';
  return isProduction() ? note : `${note}\n\n${String(error)}`;
};

/** The last resort for errors no form shows: nothing fails silently. */
export const reportError = (error: unknown): void => {
  if (error instanceof Dismissed) return;
  logError(error);
  globalThis.alert?.(errorSentence(error));
};
