import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimBackends } from './claim-backends.mjs';
import { root } from './paths.mjs';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** What takes the gateway and every service that tests wait for: the gateway alone answers earlier. */
const PATHS = ['/api/v1/projects/current', '/api/v1/teams', '/inbox/messages'];

const answers = async (url, secretServerKey) => {
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': secretServerKey,
  };
  try {
    const signal = AbortSignal.timeout(2000);
    const found = await Promise.all(PATHS.map((path) => fetch(`${url}${path}`, { headers, signal })));
    return found.every(({ ok }) => ok);
  } catch {
    return false;
  }
};

const waitUntilUp = async ({ server, url, settings, logFile }) => {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (await answers(url, settings.PORTICO_SEED_SECRET_SERVER_KEY)) return;
    if (server.hasEnded()) break;
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

/** Ours without any setting of Portico: it may have those of another deployment, such as the one under test. */
const neutralEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^PORTICO_|_URL$|^(GRPC|HTTP)_PORT$/.test(name)),
  );

const launch = (entry, env, log) => {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'build', entry)], {
    cwd: root,
    env: { ...neutralEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(timer);
  };
  return { hasEnded: () => child.exitCode !== null || child.signalCode !== null, stop };
};

/** What the one process has inside: a stand-in for OAuth providers, unless there is another or shall be none. */
const sandboxSettings = async (env) =>
  env.PORTICO_OAUTH_SANDBOX === 'off' || env.PORTICO_OAUTH_SANDBOX_ISSUER
    ? {}
    : {
        PORTICO_OAUTH_SANDBOX_ISSUER: `http://127.0.0.1:${await freePort()}`,
        PORTICO_OAUTH_SANDBOX_SECRET: randomBytes(24).toString('hex'),
      };

/** What many processes need around them. */
const surroundings = async (env) => {
  const backends = await claimBackends();
  const sandbox = await sandboxSettings(env);
  return {
    settings: { PORTICO_WEB_PORT: '0', ...backends.env, ...sandbox },
    entries: Object.keys(sandbox).length > 0 ? ['sandbox.js'] : [],
    release: backends.release,
  };
};

/**
 * Starts a shape of Portico on free ports with data of its own; `distributed.js` in the PostgreSQL, Redis and Kafka
 * that the environment names. No other setting of the environment counts.
 * @param {{ entry: string, env?: NodeJS.ProcessEnv }} options `entry` is a file of `build/`, `env` are settings
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} `env` tells tests where it is
 */
export const startForTests = async ({ entry, env = {} }) => {
  const around =
    entry === 'distributed.js'
      ? await surroundings(env)
      : { settings: {}, entries: [], release: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
  const port = env.PORTICO_PORT ?? (await freePort());
  const url = `http://localhost:${port}`;
  const logFile = join(folder, 'portico.log');
  const settings = {
    ...seedKeys(),
    ...around.settings,
    PORTICO_PORT: String(port),
    PORTICO_PUBLIC_URL: url,
    PORTICO_DATA_DIR: folder,
    PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const log = createWriteStream(logFile);
  const processes = [...around.entries, entry].map((name) => launch(name, settings, log));
  const stop = async () => {
    await Promise.all(processes.map((child) => child.stop()));
    await around.release();
    log.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilUp({ server: processes.at(-1), url, settings, logFile });
  } catch (error) {
    await stop();
    throw error;
  }
  const found = { PORTICO_TEST_URL: url, PORTICO_TEST_LOG: logFile, PORTICO_TEST_ENTRY: entry };
  return { env: { ...settings, ...found }, stop };
};
