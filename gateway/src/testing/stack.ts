/** The gateway on a real port, in front of the real services in this process and a fresh database. */
import { createMemoryCache } from '@portico/platform/cache';
import { systemClock } from '@portico/platform/clock';
import { loadConfig } from '@portico/platform/config';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { createLog } from '@portico/platform/log';
import { createRateLimiter } from '@portico/platform/rate-limit';
import { createTestDatabase } from '@portico/platform/testing/postgres';
import { bootstrap } from '@portico/standalone/bootstrap';
import { settingsSchema } from '@portico/standalone/config';
import { closeDatabases, openDatabases, type Databases } from '@portico/standalone/databases';
import { createServices } from '@portico/standalone/services';
import { randomBytes } from 'node:crypto';
import { createGateway } from '../app.ts';
import type { Services } from '../services.ts';
import { createSigningKeyRotation } from './signing-key-rotation.ts';

export const PUBLIC_URL = 'http://portico.test';

export const seeds = {
  PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: 'pck_seed',
  PORTICO_SEED_SECRET_SERVER_KEY: 'ssk_seed',
  PORTICO_SEED_SUPER_SECRET_ADMIN_KEY: 'sak_seed',
};

export interface Stack {
  /** Where the gateway listens, without a slash at the end. */
  readonly url: string;
  readonly services: Services;
  readonly databases: Databases;
  /** One round of the job: each audience of every project loses its older key and gains a new one. */
  rotateSigningKeys(): Promise<void>;
  stop(): Promise<void>;
}

const loadSettings = (env: Record<string, string>) =>
  loadConfig(settingsSchema, {
    ...seeds,
    PORTICO_PUBLIC_URL: PUBLIC_URL,
    PORTICO_WEB_URL: 'http://web.test',
    PORTICO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1',
    ...env,
  });

export const startStack = async (name: string, env: Record<string, string> = {}): Promise<Stack> => {
  const settings = loadSettings(env);
  const log = createLog({ name, level: process.env.LOG_LEVEL ?? 'silent' });
  const databases = await openDatabases(createTestDatabase(name), log);
  const bus = createLocalBus({ hold: true });
  const running = createServices({ databases, bus, settings, log });
  await running.start();
  bus.release();
  await bootstrap(running.services, settings);
  const gateway = createGateway({
    services: running.services,
    config: settings,
    cache: createMemoryCache(),
    rate_limiter: createRateLimiter(),
    log,
    clock: systemClock,
  });
  const port = await gateway.listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    services: running.services,
    databases,
    rotateSigningKeys: createSigningKeyRotation({ databases, bus, settings, log }, running.services),
    stop: async () => {
      await gateway.close();
      await running.stop();
      await bus.stop();
      await closeDatabases(databases);
    },
  };
};
