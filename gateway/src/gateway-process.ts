/** The gateway as a process of its own: services over gRPC, counters in Redis when there is one. */
import { createMemoryCache, createRedisCache } from '@portico/platform/cache';
import { systemClock } from '@portico/platform/clock';
import { createRateLimiter } from '@portico/platform/rate-limit';
import { openRedis } from '@portico/platform/redis';
import { run } from '@portico/platform/run';
import { createGateway } from './app.ts';
import { gatewaySchema } from './config.ts';
import { connectServices } from './services.ts';

export const startGateway = (): void =>
  run({
    name: 'gateway',
    schema: gatewaySchema,
    build: async ({ config, log }) => {
      const connected = connectServices({
        identity: config.IDENTITY_URL,
        teams_permissions: config.TEAMS_PERMISSIONS_URL,
        api_keys: config.API_KEYS_URL,
        email: config.EMAIL_URL,
        events: config.EVENTS_URL,
      });
      const redis = config.PORTICO_REDIS_URL ? await openRedis(config.PORTICO_REDIS_URL, log) : undefined;
      const cache = redis ? createRedisCache(redis) : createMemoryCache();
      const gateway = createGateway({
        services: connected.services,
        config,
        cache,
        rate_limiter: createRateLimiter({ redis }),
        log,
        clock: systemClock,
      });
      return {
        start: async () => {
          await gateway.listen(config.PORTICO_PORT);
        },
        stop: async () => {
          await gateway.close();
          connected.close();
          await cache.stop();
          redis?.disconnect();
        },
      };
    },
  });
