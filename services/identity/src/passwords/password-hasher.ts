/**
 * Password hashing with argon2id. Hashing is the dearest thing this service does, so it runs on the
 * thread pool, at most one a core at a time, and a bounded number of requests may wait for it.
 */
import { hash as argon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { statusError } from '@portico/platform/errors';
import { availableParallelism } from 'node:os';
import { verifyForeignHash } from './foreign-hash.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OWN_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Verified against when there is no hash, so that an unknown address takes as long as a known one. */
const NO_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** With a null hash it takes the same time and is false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether a hash should be replaced by one of ours once its password is known. */
  isForeign(hash: string): boolean;
}

export interface HasherOptions {
  /** Hashes computed at once; one a core when absent. */
  threads?: number;
  /** Hashes waiting at most. */
  queue: number;
}

const overloaded = () =>
  statusError(503, 'Too many people are signing in at the moment. Please try again.', { 'retry-after': '2' });

/** Runs jobs a few at a time; refuses those that would have to wait in too long a line. */
const createBoundedQueue = ({ threads = availableParallelism(), queue }: HasherOptions) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= threads) {
      if (waiting.length >= queue) throw overloaded();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      // The slot goes to the next in line, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

export const createPasswordHasher = (options: HasherOptions): PasswordHasher => {
  const enqueue = createBoundedQueue(options);
  const isForeign = (hash: string): boolean => !hash.startsWith(OWN_PREFIX);
  return {
    hash: (password) => enqueue(() => argon2(password, PARAMETERS)),
    verify: (password, hash) =>
      enqueue(async () => {
        const known = hash ?? NO_HASH;
        return isForeign(known) ? verifyForeignHash(password, known) : verifyArgon2(known, password);
      }),
    isForeign,
  };
};
