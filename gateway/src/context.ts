import type { Cache } from '@portico/platform/cache';
import type { Clock } from '@portico/platform/clock';
import type { Log } from '@portico/platform/log';
import type { RateLimiter } from '@portico/platform/rate-limit';
import type { Access } from './access/access.ts';
import type { GatewayConfig } from './config.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Services } from './services.ts';

export interface GatewayDeps {
  readonly services: Services;
  readonly config: GatewayConfig;
  readonly cache: Cache;
  readonly rate_limiter: RateLimiter;
  readonly log: Log;
  readonly clock: Clock;
}

/** What lives as long as the gateway. */
export interface GatewayContext extends GatewayDeps {
  readonly access: Access;
  readonly limits: RateLimits;
}
