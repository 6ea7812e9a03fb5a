/**
 * The line in front of the hashing threads. A thread that becomes free takes its share of the line at once: the
 * longer the line, the more passwords come back together, so that what a sign-in does next shares its
 * statements with others exactly when the machine has the least to spare. Alone, nobody waits for anybody.
 */
import { statusError } from '@portico/platform/errors';
import type { Options } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

export type HashJob =
  | { readonly kind: 'hash'; readonly password: string; readonly parameters: Options }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export type HashResult = { readonly value: string | boolean } | { readonly error: string };

export interface HashQueueOptions {
  /** Jobs computed at once; one a core when absent. */
  threads?: number;
  /** Jobs waiting at most. */
  queue: number;
}

export interface HashQueue {
  /** @throws StatusError 503 with Retry-After when too many are waiting. */
  run(job: HashJob): Promise<string | boolean>;
  /** Takes a thread's turn for work that is done elsewhere. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Jobs a thread takes at most: some 80 ms of work. */
const MOST_TOGETHER = 8;
const IDLE_MILLIS = 60_000;
/** Where cores are short, other threads get three times the share of one of these (nice(2)); more would starve sign-ins. */
const NICENESS = 5;

const overloaded = () =>
  statusError(503, 'Too many people are signing in at the moment. Please try again.', { 'retry-after': '2' });

interface Turn {
  /** Absent: the turn is taken for work elsewhere. */
  readonly job?: HashJob;
  readonly resolve: (result: HashResult | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads start with the first password and end when none comes for a while. */
const createThreads = (maxThreads: number): Piscina =>
  new Piscina({
    filename: new URL('./hash-worker.js', import.meta.url).href,
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MILLIS,
    niceIncrement: NICENESS,
  });

export const createHashQueue = ({ threads = availableParallelism(), queue }: HashQueueOptions): HashQueue => {
  const pool = createThreads(threads);
  const waiting: Turn[] = [];
  let free = threads;

  const compute = async (turns: readonly Turn[]): Promise<void> => {
    try {
      const results = (await pool.run(turns.map(({ job }) => job))) as HashResult[];
      turns.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      for (const { reject } of turns) reject(error);
    }
    free += 1;
    dispatch();
  };

  /** The next in line and, where they are to be computed, those right behind. */
  const takeTogether = (): Turn[] => {
    const most = Math.min(MOST_TOGETHER, Math.ceil(waiting.length / free));
    const end = waiting.findIndex(({ job }) => !job);
    return waiting.splice(0, Math.max(1, end === -1 ? most : Math.min(most, end)));
  };

  const dispatch = (): void => {
    while (free > 0 && waiting.length > 0) {
      const turns = takeTogether();
      free -= 1;
      if (turns[0]?.job) void compute(turns);
      else turns[0]?.resolve(undefined);
    }
  };

  const enqueue = (job?: HashJob): Promise<HashResult | undefined> =>
    new Promise((resolve, reject) => {
      if (free === 0 && waiting.length >= queue) return reject(overloaded());
      waiting.push({ job, resolve, reject });
      dispatch();
    });

  return {
    run: async (job) => {
      const result = await enqueue(job);
      if (!result || 'error' in result) throw new Error(`A password was not hashed: ${result?.error}`);
      return result.value;
    },
    takeTurn: async (work) => {
      await enqueue();
      try {
        return await work();
      } finally {
        free += 1;
        dispatch();
      }
    },
    close: () => pool.destroy(),
  };
};
