/** What the one process reads from the environment: the settings of every service, most of them with a default. */
import { fields } from '@portico/platform/config';
import { emailSettings } from '@portico/email/config';
import { identitySettings } from '@portico/identity/config';
import { gatewayFields } from '@portico/gateway/config';
import { z } from 'zod';

export const ownFields = {
  PORTICO_PORT: fields.port(8100),
  /** Serves health and metrics beside the real port; absent: nothing does. */
  HTTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PORTICO_DATA_DIR: z.string().default('.portico'),
  /** Absent: the embedded PostgreSQL. */
  PORTICO_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgres://')
    .optional(),
  /** Absent: memory of this process. */
  PORTICO_REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'expected redis://')
    .optional(),
  /** Absent: events stay in this process. */
  PORTICO_KAFKA_BROKERS: fields.list(),
  PORTICO_KAFKA_PREFIX: fields.kafka_prefix(),
  /** The issuer that stands in for OAuth providers without keys. `auto`: while only this machine can reach the API. */
  PORTICO_OAUTH_SANDBOX: z.enum(['auto', 'on', 'off']).default('auto'),
  LOG_LEVEL: fields.log_level().default('warn'),
};

export const seedFields = {
  PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: z.string().min(1),
  PORTICO_SEED_SECRET_SERVER_KEY: z.string().min(1),
  PORTICO_SEED_SUPER_SECRET_ADMIN_KEY: z.string().min(1),
};

export const settingsSchema = z.object({
  ...ownFields,
  ...seedFields,
  ...identitySettings,
  ...emailSettings,
  ...gatewayFields,
  PORTICO_WEB_URL: fields.url(),
});

export type Settings = Readonly<z.infer<typeof settingsSchema>>;
