// The pages in Chromium, against a standalone started for them.
import { startForTests } from '../scripts/start-for-tests.mjs';
import { createTally } from '../scripts/test-steps.mjs';

const tally = createTally();
try {
  const server = await startForTests({ entry: 'standalone.js' });
  try {
    await tally.vitest('browser tests', { config: 'web/vitest.browser.config.ts', env: server.env });
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error.message);
  tally.add('browser tests', { passed: 0, failed: 1 });
}
process.exit(tally.close());
