import { setTimeout as sleep } from 'node:timers/promises';

/** Pause before the next attempt: doubling from `first` up to `longest` milliseconds, with 20 % of chance. */
export const backoffMillis = (attempt: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(attempt, 30)) * (0.9 + Math.random() * 0.2);

/** Sleeps unless or until the signal fires; never rejects. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => undefined);
