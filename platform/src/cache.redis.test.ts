import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createRedisCache } from './cache.ts';
import { newUuid } from './ids.ts';
import { createLog } from './log.ts';
import { openRedis } from './redis.ts';
import { cacheContract } from './testing/cache.contract.ts';

const log = createLog({ name: 'test', level: 'silent' });
const open = () => openRedis(process.env.PORTICO_TEST_REDIS_URL!, log);
const shared = await open();

cacheContract('Redis', () => createRedisCache(shared));

describe('a Redis cache of several processes', () => {
  it('gives to one process what another has set', async () => {
    const [one, two] = [createRedisCache(await open()), createRedisCache(await open())];
    const key = newUuid();
    await one.set(key, { a: 1 }, 5_000);
    expect(await two.get(key)).toEqual({ a: 1 });
  });

  it('forgets in every process what one deletes, within milliseconds', async () => {
    const [one, two] = [createRedisCache(await open()), createRedisCache(await open())];
    const key = newUuid();
    await sleep(100);
    await one.set(key, 1, 60_000);
    expect(await two.get(key)).toBe(1);
    await one.delete(key);
    await vi.waitFor(async () => expect(await two.get(key)).toBeUndefined(), { timeout: 500, interval: 5 });
  });

  it('knows nothing of another database of the same server, except that keys were deleted there', async () => {
    const numbered = async (number: number) => {
      const url = new URL(process.env.PORTICO_TEST_REDIS_URL!);
      url.pathname = `/${number}`;
      return createRedisCache(await openRedis(url.href, log));
    };
    const [one, two, twoToo] = [await numbered(1), await numbered(2), await numbered(2)];
    const key = newUuid();
    await sleep(100);
    await one.set(key, 'one', 60_000);
    expect(await two.get(key)).toBeUndefined();
    await two.set(key, 'two', 60_000);
    expect(await twoToo.get(key)).toBe('two');
    expect(await one.get(key)).toBe('one');
    await one.delete(key);
    await sleep(100);
    expect(await one.get(key)).toBeUndefined();
    // They forget their copies and find the value in Redis again.
    expect([await two.get(key), await twoToo.get(key)]).toEqual(['two', 'two']);
  });

  it('works from its own copy alone while Redis is out of reach', async () => {
    const redis = await openRedis('redis://127.0.0.1:1', log);
    const cache = createRedisCache(redis);
    await cache.set('a', 1, 5_000);
    expect(await cache.get('a')).toBe(1);
    await cache.delete('a');
    expect(await cache.get('a')).toBeUndefined();
    await cache.stop();
    redis.disconnect();
  });
});
