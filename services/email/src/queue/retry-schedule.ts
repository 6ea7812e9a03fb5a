import type { Clock } from '@portico/platform/clock';

const MOST_ATTEMPTS = 3;
const BASE_MILLIS = 2_000;

/** Doubling pauses with half of them left to chance; undefined when the mail has had its tries. */
export const nextAttemptAt = (clock: Clock, attempts: number): number | undefined => {
  if (attempts >= MOST_ATTEMPTS) return undefined;
  return clock.now() + Math.round((0.5 + Math.random()) * BASE_MILLIS * 2 ** (attempts - 1));
};
