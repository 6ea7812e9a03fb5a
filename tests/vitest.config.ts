import { defineConfig } from 'vitest/config';

const contract = 'src/**/*.test.ts';
/** Floods and timing: they would starve whatever runs beside them, and what runs beside them would blur the clock. */
const abuse = 'abuse/**/*.test.ts';

/** Black-box tests over HTTP. `PORTICO_TEST_URL` names the deployment; without it a standalone is started. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: ['src/global-setup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: [contract],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'abuse', include: [abuse], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
