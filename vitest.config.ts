import { defineConfig } from 'vitest/config';

/** Unit and service tests of every package. `tests/` holds the black-box tests and has a config of its own. */
export default defineConfig({
  test: {
    include: [
      '{platform,gateway,sdk,standalone,web/server,web/src}/**/*.test.{ts,tsx}',
      'services/**/*.test.ts',
    ],
    // These need a Redis or Kafka: see vitest.infra.config.ts.
    exclude: ['**/node_modules/**', '**/build/**', '**/*.redis.test.ts', '**/*.kafka.test.ts'],
    globalSetup: ['platform/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  },
});
