import { defineConfig } from 'vitest/config';

/** Tests against a real Redis (`PORTICO_TEST_REDIS_URL`) and a real Kafka (`PORTICO_TEST_KAFKA_BROKERS`). */
export default defineConfig({
  test: {
    include: [
      '{platform,gateway,services}/**/*.redis.test.ts',
      '{platform,gateway,services}/**/*.kafka.test.ts',
    ],
    globalSetup: ['platform/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  },
});
