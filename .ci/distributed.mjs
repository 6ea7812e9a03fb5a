// The black-box tests against one process a service, with a sandbox for OAuth providers beside them.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { build } from '../scripts/build.mjs';
import { root } from '../scripts/paths.mjs';
import { freePort, startForTests } from '../scripts/start-for-tests.mjs';
import { createTally } from '../scripts/test-steps.mjs';

const startSandbox = async () => {
  const port = await freePort();
  const env = {
    PORTICO_PORT: String(port),
    PORTICO_PUBLIC_URL: `http://localhost:${port}`,
    PORTICO_OAUTH_SANDBOX_ISSUER: `http://127.0.0.1:${await freePort()}`,
    PORTICO_OAUTH_SANDBOX_SECRET: randomBytes(24).toString('hex'),
  };
  const child = spawn(process.execPath, [join(root, 'build', 'sandbox.js')], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return { env, stop: () => child.kill('SIGTERM') };
};

const tally = createTally();
await build();
const sandbox = await startSandbox();
try {
  const env = { PORTICO_WEB_PORT: '0', ...sandbox.env };
  const server = await startForTests({ entry: 'distributed.js', env });
  try {
    await tally.vitest('black-box tests, distributed', { config: 'tests/vitest.config.ts', env: server.env });
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error.message);
  tally.add('black-box tests, distributed', { passed: 0, failed: 1 });
} finally {
  sandbox.stop();
}
process.exit(tally.close());
