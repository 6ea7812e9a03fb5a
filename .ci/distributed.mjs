// The black-box tests against one process a service. Arguments name the files, when not all are wanted.
import { build } from '../scripts/build.mjs';
import { startForTests } from '../scripts/start-for-tests.mjs';
import { createTally } from '../scripts/test-steps.mjs';

const NAME = 'black-box tests, distributed';
const tally = createTally();
await build();
try {
  const server = await startForTests({ entry: 'distributed.js' });
  try {
    await tally.vitest(NAME, {
      config: 'tests/vitest.config.ts',
      env: server.env,
      args: process.argv.slice(2),
    });
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error.message);
  tally.add(NAME, { passed: 0, failed: 1 });
}
process.exit(tally.close());
