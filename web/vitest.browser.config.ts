import { defineConfig } from 'vitest/config';

/** Journeys in a real browser against a running installation, named by PORTICO_TEST_URL. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['e2e/**/*.browser.test.ts'],
    // One browser at a time: the journeys share an installation and its mail.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
