/** What every rate limiter promises; each implementation runs this suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../ids.ts';
import type { RateLimiter } from '../rate-limit.ts';

export const rateLimitContract = (name: string, create: () => RateLimiter | Promise<RateLimiter>): void => {
  describe(`the ${name} rate limiter`, () => {
    let limiter: RateLimiter;
    let key: string;

    beforeEach(async () => {
      limiter = await create();
      key = newUuid();
    });

    it('allows exactly the points among parallel tries and tells when to come back', async () => {
      const limit = { points: 10, per_seconds: 60 };
      const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('a', key, limit)));
      expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(10);
      const refused = verdicts.find((verdict) => !verdict.allowed)!;
      expect(refused.retry_after_seconds).toBeGreaterThan(55);
      expect(refused.retry_after_seconds).toBeLessThanOrEqual(60);
    });

    it('counts keys and names apart', async () => {
      const limit = { points: 1, per_seconds: 60 };
      expect((await limiter.consume('a', key, limit)).allowed).toBe(true);
      expect((await limiter.consume('a', `${key}2`, limit)).allowed).toBe(true);
      expect((await limiter.consume('b', key, limit)).allowed).toBe(true);
      expect((await limiter.consume('a', key, limit)).allowed).toBe(false);
    });

    it('allows again when the window is over', async () => {
      const limit = { points: 1, per_seconds: 1 };
      await limiter.consume('a', key, limit);
      expect(await limiter.consume('a', key, limit)).toEqual({ allowed: false, retry_after_seconds: 1 });
      await sleep(1_100);
      expect(await limiter.consume('a', key, limit)).toEqual({ allowed: true, retry_after_seconds: 0 });
    });

    it('forgets a key on reset', async () => {
      const limit = { points: 1, per_seconds: 60 };
      await limiter.consume('a', key, limit);
      await limiter.reset('a', key, limit);
      expect((await limiter.consume('a', key, limit)).allowed).toBe(true);
    });
  });
};
