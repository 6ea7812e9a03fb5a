/** Where events, caches and counters live: in this process, unless Redis or Kafka are named. */
import { createMemoryCache, createRedisCache, type Cache } from '@portico/platform/cache';
import type { EventBus } from '@portico/platform/events/bus';
import { createLocalBus } from '@portico/platform/events/local-bus';
import type { Log } from '@portico/platform/log';
import { createRateLimiter, type RateLimiter } from '@portico/platform/rate-limit';
import { openRedis } from '@portico/platform/redis';
import type { Settings } from './config.ts';
import type { Stops } from './stops.ts';

/** `open` lets events flow, once every consumer listens. */
export const createBus = async (settings: Settings, log: Log): Promise<EventBus & { open(): void }> => {
  if (settings.PORTICO_KAFKA_BROKERS.length > 0) {
    const { createKafkaBus } = await import('@portico/platform/events/kafka-bus');
    const bus = createKafkaBus({
      brokers: settings.PORTICO_KAFKA_BROKERS,
      prefix: settings.PORTICO_KAFKA_PREFIX,
      client_id: 'standalone',
      log,
    });
    return { ...bus, open: () => undefined };
  }
  const bus = createLocalBus({ hold: true });
  return { ...bus, open: () => bus.release() };
};

interface SharedOptions {
  settings: Settings;
  log: Log;
  stops: Stops;
}

export const createShared = async ({
  settings,
  log,
  stops,
}: SharedOptions): Promise<{ cache: Cache; rate_limiter: RateLimiter }> => {
  if (settings.PORTICO_REDIS_URL === undefined) {
    return { cache: createMemoryCache(), rate_limiter: createRateLimiter({}) };
  }
  const redis = await openRedis(settings.PORTICO_REDIS_URL, log);
  stops.push(() => redis.quit());
  const cache = await createRedisCache(redis);
  stops.push(() => cache.stop());
  return { cache, rate_limiter: createRateLimiter({ redis }) };
};
