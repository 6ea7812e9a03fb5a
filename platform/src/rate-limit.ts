/** Counts tries per key in a time window; atomic, also between processes when there is a Redis. */
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Redis } from './redis.ts';

export interface Limit {
  /** Tries allowed in the window. */
  points: number;
  /** Length of the window, which begins with the first try. */
  per_seconds: number;
  /** How many tries this one counts for; 1 when absent. */
  cost?: number;
}

export interface Verdict {
  allowed: boolean;
  /** Whole seconds until a try may succeed, at least 1; 0 when allowed. */
  retry_after_seconds: number;
}

export interface RateLimiter {
  /**
   * Counts one try of `key` (an address, an account) under the limit `name`. The same name always goes
   * with the same limit.
   */
  consume(name: string, key: string, limit: Limit): Promise<Verdict>;
  /** Forgets the tries of a key, e.g. after a success. */
  reset(name: string, key: string, limit: Limit): Promise<void>;
}

export interface RateLimiterOptions {
  /** Absent: this process counts for itself. */
  redis?: Redis;
}

const ALLOWED: Verdict = { allowed: true, retry_after_seconds: 0 };

/** Without Redis each process goes on counting for itself: looser, but neither shut nor wide open. */
const create = (name: string, limit: Limit, redis: Redis | undefined): RateLimiterAbstract => {
  const common = { keyPrefix: `portico:limit:${name}`, points: limit.points, duration: limit.per_seconds };
  const memory = new RateLimiterMemory(common);
  return redis ? new RateLimiterRedis({ ...common, storeClient: redis, insuranceLimiter: memory }) : memory;
};

export const createRateLimiter = ({ redis }: RateLimiterOptions = {}): RateLimiter => {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, limit: Limit): RateLimiterAbstract => {
    const id = `${name}:${limit.points}:${limit.per_seconds}`;
    const limiter = limiters.get(id) ?? create(name, limit, redis);
    limiters.set(id, limiter);
    return limiter;
  };

  const consume = async (name: string, key: string, limit: Limit): Promise<Verdict> => {
    try {
      await limiterOf(name, limit).consume(key, limit.cost ?? 1);
      return ALLOWED;
    } catch (refusal) {
      // Anything else is a failure of the counter itself, and no reason to turn people away.
      if (!(refusal instanceof RateLimiterRes)) return ALLOWED;
      return { allowed: false, retry_after_seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  };

  const reset = async (name: string, key: string, limit: Limit): Promise<void> => {
    await limiterOf(name, limit)
      .delete(key)
      .catch(() => false);
  };
  return { consume, reset };
};
