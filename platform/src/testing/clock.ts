import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /** Moves time forward by that many milliseconds. */
  advance(millis: number): void;
  set(epoch_millis: number): void;
}

/** A clock that stands still until told otherwise. */
export const createFakeClock = (start = 1_750_000_000_000): FakeClock => {
  let current = start;
  return {
    now: () => current,
    advance: (millis) => {
      current += millis;
    },
    set: (epoch_millis) => {
      current = epoch_millis;
    },
  };
};
