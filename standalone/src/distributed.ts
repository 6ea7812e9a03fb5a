/** One process a service on this machine, on real PostgreSQL, Redis and Kafka: the shape of a cluster. */
import { fields, loadConfig } from '@portico/platform/config';
import { StartError } from '@portico/platform/errors';
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { live } from './live.ts';
import { holdPort, type HeldPort } from './listen.ts';
import { withSecrets, type Env } from './settings.ts';

const SERVICES = ['identity', 'teams-permissions', 'api-keys', 'email', 'events'] as const;

const schema = z.object({
  PORTICO_PORT: fields.port(8100),
  PORTICO_WEB_PORT: fields.port(8101),
  PORTICO_DATA_DIR: z.string().default('.portico'),
});

const NEEDED = ['PORTICO_DATABASE_URL', 'PORTICO_REDIS_URL', 'PORTICO_KAFKA_BROKERS'] as const;

const requireBackends = (env: Env): void => {
  const missing = NEEDED.filter((name) => !env[name]?.trim());
  if (missing.length === 0) return;
  throw new StartError(
    `${new Intl.ListFormat('en').format(missing)} ${missing.length === 1 ? 'is' : 'are'} missing; infra/start-all.sh starts ` +
      'PostgreSQL, Redis and Kafka on this machine and prints all three.',
  );
};

interface Plan {
  /** What all processes have in common. */
  shared: Env;
  /** What each has of its own, by name. */
  processes: Readonly<Record<string, Env>>;
  /** Lets the processes have their ports. */
  releasePorts(): Promise<void>;
}

/** gRPC and health ports are free ones, so that several of these can run on one machine; held while others might get them. */
const plan = async (env: Env): Promise<Plan> => {
  const config = loadConfig(schema, env);
  const held: HeldPort[] = [];
  const hold = async (wanted: number): Promise<number> => {
    const reserved = await holdPort(wanted);
    held.push(reserved);
    return reserved.port;
  };
  const port = await hold(config.PORTICO_PORT);
  const web_port = await hold(config.PORTICO_WEB_PORT);
  const data_dir = resolve(config.PORTICO_DATA_DIR);
  const processes: Record<string, Env> = {
    gateway: { PORTICO_PORT: String(port), HTTP_PORT: '0' },
    web: {
      PORTICO_WEB_PORT: String(web_port),
      HTTP_PORT: '0',
      PORTICO_WEB_DIST_DIR: fileURLToPath(new URL('../web/dist', import.meta.url)),
    },
  };
  const addresses: Record<string, string> = {};
  for (const name of SERVICES) {
    const grpc = String(await hold(0));
    processes[name] = { GRPC_PORT: grpc, HTTP_PORT: '0' };
    addresses[`${name.toUpperCase().replace('-', '_')}_URL`] = `localhost:${grpc}`;
  }
  const public_url = env.PORTICO_PUBLIC_URL?.trim() || `http://localhost:${port}`;
  const web_url = env.PORTICO_WEB_URL?.trim() || `http://localhost:${web_port}`;
  const secrets = withSecrets({ ...env, ...addresses }, data_dir);
  return {
    shared: { LOG_LEVEL: 'info', ...secrets, PORTICO_PUBLIC_URL: public_url, PORTICO_WEB_URL: web_url },
    processes,
    releasePorts: async () => void (await Promise.all(held.map(({ release }) => release()))),
  };
};

const launch = (name: string, env: Env): ChildProcess => {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', fileURLToPath(new URL(`./${name}.js`, import.meta.url))],
    // A group of its own, so that Ctrl-C reaches the processes through us, in order.
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const prefix = (stream: NodeJS.ReadableStream | null, out: NodeJS.WritableStream): Interface | undefined =>
    stream
      ? createInterface({ input: stream }).on('line', (line) => out.write(`${name} | ${line}\n`))
      : undefined;
  prefix(child.stdout, process.stdout);
  prefix(child.stderr, process.stderr);
  return child;
};

const ended = (child: ChildProcess): Promise<number> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode ?? 1)
    : new Promise((done) => child.once('close', (code) => done(code ?? 1)));

const stopAll = async (children: ChildProcess[]): Promise<void> => {
  for (const child of [...children].reverse()) child.kill('SIGTERM');
  await Promise.all(children.map(ended));
};

const startAll = async () => {
  requireBackends(process.env);
  const { shared, processes, releasePorts } = await plan(process.env);
  const code = await ended(launch('migrate', shared as NodeJS.ProcessEnv));
  if (code !== 0) throw new StartError('The databases could not be brought up to date; the reason is above.');
  await releasePorts();
  const children: ChildProcess[] = [];
  let stopping = false;
  for (const name of [...SERVICES, 'gateway', 'web']) {
    const child = launch(name, { ...shared, ...processes[name] });
    children.push(child);
    child.once('exit', (exit_code) => {
      if (stopping) return;
      stopping = true;
      process.stderr.write(`${name} ended with code ${exit_code ?? 'none'}; the others are stopped.\n`);
      void stopAll(children).then(() => process.exit(1));
    });
  }
  process.stdout.write(
    `\n  API     ${shared.PORTICO_PUBLIC_URL}/api/v1\n  Pages   ${shared.PORTICO_WEB_URL}\n  Ctrl-C stops all processes.\n\n`,
  );
  return {
    stop: () => {
      stopping = true;
      return stopAll(children);
    },
  };
};

live(startAll);
