import { defineConfig } from 'vitest/config';

/** What happens when parts die. Starts its own PostgreSQL, Redis and Kafka (`infra/`), one suite at a time. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    globalSetup: ['global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
