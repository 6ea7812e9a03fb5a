/** What every cache promises; each implementation runs this suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '../cache.ts';
import { newUuid } from '../ids.ts';

export const cacheContract = (name: string, create: () => Cache | Promise<Cache>): void => {
  describe(`the ${name} cache`, () => {
    let cache: Cache;
    let key: string;

    beforeEach(async () => {
      cache = await create();
      key = newUuid();
    });

    afterEach(() => cache.stop());

    it('gives back what was set, and undefined for what was not', async () => {
      expect(await cache.get(key)).toBeUndefined();
      await cache.set(key, { a: [1, null] }, 5_000);
      expect(await cache.get(key)).toEqual({ a: [1, null] });
    });

    it('tells a cached null from nothing cached', async () => {
      await cache.set(key, null, 5_000);
      expect(await cache.get(key)).toBeNull();
    });

    it('forgets after the time to live', async () => {
      await cache.set(key, 1, 60);
      await sleep(90);
      expect(await cache.get(key)).toBeUndefined();
    });

    it('keeps nothing for no time', async () => {
      await cache.set(key, 1, 0);
      expect(await cache.get(key)).toBeUndefined();
    });

    it('forgets what is deleted', async () => {
      await cache.set(key, 1, 5_000);
      await cache.delete(key);
      expect(await cache.get(key)).toBeUndefined();
    });

    it('overwrites', async () => {
      await cache.set(key, 1, 5_000);
      await cache.set(key, 2, 5_000);
      expect(await cache.get(key)).toBe(2);
    });
  });
};
