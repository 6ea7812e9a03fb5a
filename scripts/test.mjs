// `npm test`: lint, types, unit tests, then the black-box tests against a standalone started for them.
import './node-version.mjs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './paths.mjs';
import { startForTests } from './start-for-tests.mjs';
import { createTally } from './test-steps.mjs';

const node = process.execPath;
const bin = (path) => join(root, 'node_modules', path);

const blackBox = async (tally) => {
  let server;
  try {
    server = await startForTests({ entry: 'standalone.js' });
    await tally.vitest('black-box tests, standalone', { config: 'tests/vitest.config.ts', env: server.env });
  } catch (error) {
    console.error(error.message);
    tally.add('black-box tests, standalone', { passed: 0, failed: 1 });
  } finally {
    await server?.stop();
  }
};

try {
  await ensureInstalled();
  await build();
} catch (error) {
  console.error(error.message);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

const tally = createTally();
await tally.check('eslint', [node, bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0']);
await tally.check('prettier', [node, bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']);
await tally.check('types', [node, 'scripts/typecheck.mjs']);
await tally.vitest('unit tests', { config: 'vitest.config.ts' });
await blackBox(tally);
process.exit(tally.close());
