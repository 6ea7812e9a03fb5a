import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Takes the gateway and the services behind it: the gateway alone answers earlier. */
const answers = async (url, publishableClientKey) => {
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': publishableClientKey,
  };
  try {
    const signal = AbortSignal.timeout(2000);
    return (await fetch(`${url}/api/v1/projects/current`, { headers, signal })).ok;
  } catch {
    return false;
  }
};

const waitUntilUp = async ({ child, url, settings, logFile }) => {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (await answers(url, settings.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY)) return;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`The server under test did not start.\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
};

/** Keys of the project `internal` that the tests know. */
const seedKeys = () => {
  const key = () => randomBytes(24).toString('hex');
  return {
    PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: `pck_${key()}`,
    PORTICO_SEED_SECRET_SERVER_KEY: `ssk_${key()}`,
    PORTICO_SEED_SUPER_SECRET_ADMIN_KEY: `sak_${key()}`,
  };
};

/** The environment may name the databases of another shape; one process brings its own. */
const withoutBackends = {
  PORTICO_DATABASE_URL: '',
  PORTICO_REDIS_URL: '',
  PORTICO_KAFKA_BROKERS: '',
  PORTICO_ENCRYPTION_KEYS: '',
};

/**
 * Starts a shape of Portico on free ports with data of its own.
 * @param {{ entry: string, env?: NodeJS.ProcessEnv }} options `entry` is a file of `build/`
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} `env` tells tests where it is
 */
export const startForTests = async ({ entry, env = {} }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
  const port = env.PORTICO_PORT ?? (await freePort());
  const url = `http://localhost:${port}`;
  const logFile = join(folder, 'portico.log');
  const settings = {
    ...(entry === 'standalone.js' ? withoutBackends : {}),
    ...seedKeys(),
    PORTICO_PORT: String(port),
    PORTICO_DATA_DIR: folder,
    PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const log = createWriteStream(logFile);
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'build', entry)], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(timer);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilUp({ child, url, settings, logFile });
  } catch (error) {
    await stop();
    throw error;
  }
  return { env: { ...settings, PORTICO_TEST_URL: url, PORTICO_TEST_LOG: logFile }, stop };
};
