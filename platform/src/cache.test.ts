import { expect, it } from 'vitest';
import { createMemoryCache } from './cache.ts';
import { cacheContract } from './testing/cache.contract.ts';

cacheContract('memory', createMemoryCache);

it('keeps a bounded number of entries', async () => {
  const cache = createMemoryCache({ max_entries: 2 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, key, 5_000);
  expect(await cache.get('a')).toBeUndefined();
  expect(await cache.get('c')).toBe('c');
});
