/** What the gateway reads from the environment. */
import { fields } from '@portico/platform/config';
import { z } from 'zod';

/** Also understood by the one-process way, which fills in the rest itself. */
export const gatewayFields = {
  /** Origin of the API as the world sees it; issuers of access tokens start with it. */
  PORTICO_PUBLIC_URL: fields.url().default('http://localhost:8100'),
  /** Addresses and CIDR ranges whose `x-forwarded-for` and geo headers are believed. */
  PORTICO_TRUSTED_PROXIES: fields.list(),
  /** `off` is for load tests only. */
  PORTICO_RATE_LIMITS: fields.flag(true),
  /** Lets an admin key of project `internal` stand in for the keys of every project. */
  PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY: fields.flag(false),
};

export const gatewaySchema = z.object({
  ...gatewayFields,
  PORTICO_PORT: fields.port(8100),
  HTTP_PORT: fields.port(8200),
  LOG_LEVEL: fields.log_level(),
  PORTICO_REDIS_URL: z.string().optional(),
  IDENTITY_URL: z.string().default('localhost:9101'),
  TEAMS_PERMISSIONS_URL: z.string().default('localhost:9102'),
  API_KEYS_URL: z.string().default('localhost:9103'),
  EMAIL_URL: z.string().default('localhost:9105'),
  EVENTS_URL: z.string().default('localhost:9107'),
});

export interface GatewayConfig {
  readonly PORTICO_PUBLIC_URL: string;
  readonly PORTICO_TRUSTED_PROXIES: readonly string[];
  readonly PORTICO_RATE_LIMITS: boolean;
  readonly PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY: boolean;
}
