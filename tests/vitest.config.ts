import { defineConfig } from 'vitest/config';

/** Black-box tests over HTTP. `PORTICO_TEST_URL` names the deployment; without it a standalone is started. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
