import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './api.ts';

export interface Load {
  /** Ends the load and waits for what is under way. */
  stop(): Promise<void>;
}

/** Repeats the work from several places at once until stopped. */
export const startLoad = (work: (index: number) => Promise<void>, at_once = 4): Load => {
  let over = false;
  let next = 0;
  const worker = async () => {
    while (!over) {
      await work(next++);
      await sleep(10);
    }
  };
  const running = Promise.all(Array.from({ length: at_once }, worker));
  return {
    stop: async () => {
      over = true;
      await running;
    },
  };
};

/** Remembers what was promised to the caller, and every answer that must not be given. */
export const createLedger = () => {
  const acknowledged: Answer[] = [];
  const improper: Answer[] = [];
  return {
    acknowledged,
    /** Neither a success nor an outage said politely. */
    improper,
    note: (answer: Answer): boolean => {
      const isAcknowledged = answer.status >= 200 && answer.status < 300;
      if (isAcknowledged) acknowledged.push(answer);
      else if (answer.status !== 503) improper.push(answer);
      return isAcknowledged;
    },
  };
};
