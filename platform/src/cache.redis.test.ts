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
