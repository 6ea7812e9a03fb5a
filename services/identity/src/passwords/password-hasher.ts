/**
 * Password hashing with argon2id. Hashing is the dearest thing this service does, so it runs on threads of
 * its own, at most one a core, and a bounded number of requests may wait for it. The threads stand behind
 * everything else of the machine (`nice`), so that other requests are answered at once while people sign in.
 */
import { verifyForeignHash } from './foreign-hash.ts';
import { createHashQueue, type HashQueueOptions } from './hash-queue.ts';

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
  /** Ends the threads. */
  close(): Promise<void>;
}

export const createPasswordHasher = (options: HashQueueOptions): PasswordHasher => {
  const queue = createHashQueue(options);
  const isForeign = (hash: string): boolean => !hash.startsWith(OWN_PREFIX);
  return {
    hash: async (password) => String(await queue.run({ kind: 'hash', password, parameters: PARAMETERS })),
    verify: async (password, known) => {
      const hash = known ?? NO_HASH;
      if (isForeign(hash)) return queue.takeTurn(() => verifyForeignHash(password, hash));
      return (await queue.run({ kind: 'verify', password, hash })) === true;
    },
    isForeign,
    close: () => queue.close(),
  };
};
