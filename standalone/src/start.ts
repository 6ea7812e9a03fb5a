/** Portico in one process: database, services, gateway and pages, on one port. */
import { createGateway } from '@portico/gateway/app';
import { systemClock } from '@portico/platform/clock';
import { startEmbeddedPostgres } from '@portico/platform/embedded-postgres/start';
import { startHealthServer } from '@portico/platform/health-server';
import { createLog, type Log } from '@portico/platform/log';
import { startTelemetry } from '@portico/platform/telemetry';
import { createWebHandler } from '@portico/web/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBus, createShared } from './backends.ts';
import { bootstrap } from './bootstrap.ts';
import type { Settings } from './config.ts';
import { closeDatabases, openDatabases } from './databases.ts';
import { isFromThisMachine } from './sandbox/from-this-machine.ts';
import { createSandboxIssuer, SANDBOX_PATH } from './sandbox/issuer.ts';
import { createServices, type RunningServices } from './services.ts';
import { loadSettings, postgresDir, type Env } from './settings.ts';
import { createStops, type Stops } from './stops.ts';

export interface StandaloneOptions {
  env: Env;
  /** What `vite build` wrote. */
  web_dist: string;
}

export interface Standalone {
  readonly settings: Settings;
  stop(): Promise<void>;
}

interface Parts {
  settings: Settings;
  log: Log;
  stops: Stops;
}

const databaseUrl = async ({ settings, log, stops }: Parts): Promise<string> => {
  if (settings.PORTICO_DATABASE_URL !== undefined) return settings.PORTICO_DATABASE_URL;
  const postgres = await startEmbeddedPostgres({ data_dir: postgresDir(settings.PORTICO_DATA_DIR), log });
  stops.push(() => postgres.stop());
  return postgres.url;
};

const startServices = async (parts: Parts): Promise<RunningServices> => {
  const { settings, log, stops } = parts;
  const databases = await openDatabases(await databaseUrl(parts), log);
  stops.push(() => closeDatabases(databases));
  const bus = await createBus(settings, log);
  stops.push(() => bus.stop());
  const running = createServices({ databases, bus, settings, log });
  stops.push(() => running.stop());
  await running.start();
  bus.open();
  await bootstrap(running.services, settings);
  return running;
};

/** Absent where the sandbox is another's, or there is none. Unless it was asked for, it serves this machine only. */
const ownSandbox = (settings: Settings) => {
  const { PORTICO_PUBLIC_URL, PORTICO_OAUTH_SANDBOX_ISSUER, PORTICO_OAUTH_SANDBOX_SECRET } = settings;
  const issuer = `${PORTICO_PUBLIC_URL}${SANDBOX_PATH}`;
  if (PORTICO_OAUTH_SANDBOX_ISSUER !== issuer) return undefined;
  const serve = createSandboxIssuer({
    issuer,
    api_url: PORTICO_PUBLIC_URL,
    client_secret: PORTICO_OAUTH_SANDBOX_SECRET,
  });
  const isOpen = settings.PORTICO_OAUTH_SANDBOX === 'on';
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void =>
    isOpen || isFromThisMachine(req) ? void serve(req, res) : next();
};

const startServer = async (parts: Parts, { services }: RunningServices, web_dist: string): Promise<void> => {
  const { settings, log, stops } = parts;
  const web = createWebHandler({
    dist_dir: web_dist,
    api_url: '',
    project_id: 'internal',
    publishable_client_key: settings.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY,
  });
  const sandbox = ownSandbox(settings);
  const gateway = createGateway({
    services,
    config: settings,
    ...(await createShared(parts)),
    log,
    clock: systemClock,
    mount: (app) => {
      if (sandbox) app.use(SANDBOX_PATH, sandbox);
      app.use(web);
    },
  });
  await gateway.listen(settings.PORTICO_PORT);
  stops.push(() => gateway.close());
  if (settings.HTTP_PORT === undefined) return;
  const health = await startHealthServer({ port: settings.HTTP_PORT });
  stops.push(() => health.stop());
};

/** @throws ConfigError or StartError with one sentence for whoever started it. */
export const startStandalone = async ({ env, web_dist }: StandaloneOptions): Promise<Standalone> => {
  const settings = await loadSettings(env);
  const log = createLog({ name: 'portico', level: settings.LOG_LEVEL });
  const stops = createStops();
  const parts = { settings, log, stops };
  try {
    stops.push(await startTelemetry('portico', log));
    await startServer(parts, await startServices(parts), web_dist);
  } catch (error) {
    await stops.run();
    throw error;
  }
  return { settings, stop: () => stops.run() };
};
