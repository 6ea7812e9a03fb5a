import { expect, it } from 'vitest';
import { newUuid } from './ids.ts';
import { createLog } from './log.ts';
import { createRateLimiter } from './rate-limit.ts';
import { openRedis } from './redis.ts';
import { rateLimitContract } from './testing/rate-limit.contract.ts';

const log = createLog({ name: 'test', level: 'silent' });
const open = () => openRedis(process.env.PORTICO_TEST_REDIS_URL!, log);
const shared = await open();

rateLimitContract('Redis', () => createRateLimiter({ redis: shared }));

it('counts over all processes together', async () => {
  const limiters = [createRateLimiter({ redis: await open() }), createRateLimiter({ redis: await open() })];
  const key = newUuid();
  const limit = { points: 7, per_seconds: 60 };
  const tries = Array.from({ length: 40 }, (_, i) => limiters[i % 2]!.consume('x', key, limit));
  expect((await Promise.all(tries)).filter((verdict) => verdict.allowed)).toHaveLength(7);
});

it('goes on counting for itself while Redis is out of reach', async () => {
  const redis = await openRedis('redis://127.0.0.1:1', log);
  const limiter = createRateLimiter({ redis });
  const limit = { points: 2, per_seconds: 60 };
  const verdicts = [];
  for (let i = 0; i < 3; i++) verdicts.push((await limiter.consume('x', 'k', limit)).allowed);
  expect(verdicts).toEqual([true, true, false]);
  redis.disconnect();
});
