import { newKeyringEntry } from '@portico/platform/keyring';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { startProcess, type ServerProcess } from './server-process.ts';
import { newProjectKeys, seedVariables, type Shape } from './shape.ts';
import { waitForAnswer } from './wait-for.ts';

export const SERVICES = ['identity', 'teams-permissions', 'api-keys', 'email', 'events'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** Real servers the processes work on. */
export interface Backends {
  readonly database_url: string;
  readonly redis_url: string;
  readonly kafka_brokers: string;
}

export interface DistributedOptions {
  readonly backends: Backends;
  readonly env?: Readonly<Record<string, string>>;
  /** How many gateways; each has a URL of its own. */
  readonly gateways?: number;
  readonly node_options?: readonly string[];
}

export interface DistributedShape extends Shape {
  readonly gateway_urls: readonly string[];
  readonly folder: string;
  /** Variables of one process, e.g. to start it wrongly on purpose. */
  variablesOf(name: string): Record<string, string>;
  addressOf(name: ServiceName): string;
  /** As a crash ends it. */
  kill(name: string): Promise<void>;
  /** Again on the same port, resolves when it is ready. */
  start(name: string): Promise<void>;
}

interface Plan {
  /** Name of the bundle in `build/`. */
  readonly bundle: string;
  readonly http_port: number;
  readonly env: Record<string, string>;
}

const addressVariable = (name: string): string => `${name.toUpperCase().replace('-', '_')}_URL`;

const planServices = async (): Promise<Map<string, Plan>> => {
  const plans = new Map<string, Plan>();
  for (const name of SERVICES) {
    const [grpc_port, http_port] = [await freePort(), await freePort()];
    const env = { GRPC_PORT: String(grpc_port), HTTP_PORT: String(http_port) };
    plans.set(name, { bundle: name, http_port, env });
  }
  return plans;
};

const planGateways = async (plans: Map<string, Plan>, count: number): Promise<string[]> => {
  const urls: string[] = [];
  for (let index = 0; index < count; index++) {
    const [port, http_port] = [await freePort(), await freePort()];
    const env = { PORTICO_PORT: String(port), HTTP_PORT: String(http_port) };
    plans.set(`gateway-${index}`, { bundle: 'gateway', http_port, env });
    urls.push(`http://localhost:${port}`);
  }
  return urls;
};

/** One process a service, each of which can be killed and started again. */
export const startDistributed = async (options: DistributedOptions): Promise<DistributedShape> => {
  const { backends, env = {}, gateways = 1, node_options } = options;
  const folder = mkdtempSync(join(tmpdir(), 'portico-distributed-'));
  const keys = newProjectKeys();
  const plans = await planServices();
  const gateway_urls = await planGateways(plans, gateways);
  const [url = ''] = gateway_urls;
  const addressOf = (name: ServiceName): string => `localhost:${plans.get(name)?.env.GRPC_PORT ?? ''}`;
  const shared: Record<string, string> = {
    ...seedVariables(keys),
    ...Object.fromEntries(SERVICES.map((name) => [addressVariable(name), addressOf(name)])),
    PORTICO_DATABASE_URL: backends.database_url,
    PORTICO_REDIS_URL: backends.redis_url,
    PORTICO_KAFKA_BROKERS: backends.kafka_brokers,
    PORTICO_PUBLIC_URL: url,
    PORTICO_WEB_URL: url,
    PORTICO_ENCRYPTION_KEYS: newKeyringEntry('k1'),
    PORTICO_RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const processes = new Map<string, ServerProcess>();
  const planOf = (name: string): Plan => {
    const plan = plans.get(name);
    if (!plan) throw new Error(`There is no process ${name}.`);
    return plan;
  };
  const variablesOf = (name: string) => ({ ...shared, ...planOf(name).env });

  const start = async (name: string): Promise<void> => {
    const { bundle, http_port } = planOf(name);
    const server = startProcess({ name: bundle, env: variablesOf(name), folder, node_options });
    processes.set(name, server);
    await waitForAnswer(`http://localhost:${http_port}/ready`, server);
  };

  const migration = startProcess({ name: 'migrate', env: shared, folder });
  if ((await migration.ended) !== 0)
    throw new Error(`Migrating failed.\n${migration.output().slice(-3_000)}`);
  await Promise.all([...plans.keys()].map(start));

  return {
    folder,
    url,
    gateway_urls,
    keys,
    metrics_urls: [...plans.values()].map(({ http_port }) => `http://localhost:${http_port}/metrics`),
    pids: () => [...processes.values()].filter((server) => server.isRunning()).map(({ pid }) => pid),
    variablesOf,
    addressOf,
    start,
    kill: async (name) => {
      await processes.get(name)?.kill('SIGKILL');
    },
    stop: async () => {
      await Promise.all([...processes.values()].map((server) => server.kill('SIGTERM')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
