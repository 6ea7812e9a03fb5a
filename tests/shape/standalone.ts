import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { startProcess, type ServerProcess } from './server-process.ts';
import { newProjectKeys, seedVariables, type ProjectKeys, type Shape } from './shape.ts';
import { waitForAnswer } from './wait-for.ts';

export interface StandaloneOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly node_options?: readonly string[];
}

export interface StandaloneShape extends Shape {
  readonly folder: string;
  readonly server: () => ServerProcess;
  /** As a crash or a power cut ends it; data stays. */
  kill(): Promise<void>;
  /** On the same data and port, resolves when it answers. */
  start(): Promise<void>;
}

/** The one-process way with a folder of its own; not started yet. */
export const prepareStandalone = async ({
  env = {},
  node_options,
}: StandaloneOptions = {}): Promise<StandaloneShape> => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-standalone-'));
  const [port, metrics] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const keys: ProjectKeys = newProjectKeys();
  const variables = {
    ...seedVariables(keys),
    PORTICO_PORT: String(port),
    HTTP_PORT: String(metrics),
    PORTICO_DATA_DIR: folder,
    PORTICO_RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  let server: ServerProcess | undefined;
  const running = (): ServerProcess => {
    if (!server) throw new Error('The server has not been started.');
    return server;
  };
  return {
    folder,
    url,
    keys,
    metrics_urls: [`http://localhost:${metrics}/metrics`],
    server: running,
    pids: () => [running().pid],
    start: async () => {
      server = startProcess({ name: 'standalone', env: variables, folder, node_options });
      await waitForAnswer(`${url}/api/v1`, server);
    },
    kill: () => running().kill('SIGKILL'),
    stop: async () => {
      await server?.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const startStandalone = async (options?: StandaloneOptions): Promise<StandaloneShape> => {
  const standalone = await prepareStandalone(options);
  await standalone.start();
  return standalone;
};
