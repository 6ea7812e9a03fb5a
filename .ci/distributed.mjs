// The black-box tests against one process a service.
import { startForTests } from '../scripts/start-for-tests.mjs';
import { build } from '../scripts/build.mjs';
import { createTally } from '../scripts/test-steps.mjs';

const tally = createTally();
await build();
try {
  const server = await startForTests({ entry: 'distributed.js', env: { PORTICO_WEB_PORT: '0' } });
  try {
    await tally.vitest('black-box tests, distributed', { config: 'tests/vitest.config.ts', env: server.env });
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error.message);
  tally.add('black-box tests, distributed', { passed: 0, failed: 1 });
}
process.exit(tally.close());
