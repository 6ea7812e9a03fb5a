import type { Redis } from 'ioredis';
import type { Log } from './log.ts';

export type { Redis } from 'ioredis';

/**
 * A Redis connection for caches and counters, which never makes a request wait for long: without a
 * connection commands fail at once, and a silent server counts as down after half a second. It
 * reconnects by itself, for ever.
 */
export const openRedis = async (url: string, log: Log): Promise<Redis> => {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  });
  let down = false;
  redis.on('error', (error: Error) => {
    if (!down) log.warn({ reason: error.message }, 'Redis is out of reach');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info('Redis is back');
    down = false;
  });
  // Redis may come up after us; the client goes on trying.
  await redis.connect().catch(() => undefined);
  return redis;
};
