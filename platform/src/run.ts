/**
 * The life of a process: read the configuration, build, start, wait for a signal, stop in reverse.
 * A service's `main.ts` is one call of `run`.
 */
import type { z } from 'zod';
import { ConfigError, loadConfig, printableConfig } from './config.ts';
import { StartError } from './errors.ts';
import { startHealthServer } from './health-server.ts';
import { createLog, type Log } from './log.ts';
import { startTelemetry } from './telemetry.ts';

export interface Running {
  /** Opens ports and starts background work; everything it needs has been built. */
  start(): Promise<void>;
  /** Finishes running work and closes everything; called once, also after a failed start. */
  stop(): Promise<void>;
  /** Whether traffic may come, for `GET /ready`. */
  ready?(): boolean | Promise<boolean>;
}

export interface BuildContext<S extends z.ZodObject> {
  readonly config: Readonly<z.infer<S>>;
  readonly log: Log;
}

export interface ProcessDefinition<S extends z.ZodObject> {
  /** Name in logs, traces and metrics. */
  readonly name: string;
  /** `HTTP_PORT` in it makes the process serve health and metrics; `LOG_LEVEL` sets the log. */
  readonly schema: S;
  build(context: BuildContext<S>): Promise<Running>;
}

/** A stop taking longer is cut off, so that an orchestrator never has to kill. */
const STOP_MILLIS = 25_000;
/** After a failed start there are no requests to wait for. */
const FAILED_STOP_MILLIS = 5_000;

/** Undoes one step of the start. */
type Stop = () => Promise<void>;

const stopAll = async (stops: Stop[], log: Log): Promise<void> => {
  for (const stop of [...stops].reverse()) {
    await stop().catch((err: unknown) => log.error({ err }, 'stopping failed'));
  }
};

/** Pushes what has started onto `stops` as it goes, so that a failure half way can be undone. */
const startProcess = async <S extends z.ZodObject>(
  definition: ProcessDefinition<S>,
  stops: Stop[],
): Promise<Log> => {
  const config = loadConfig(definition.schema);
  const { LOG_LEVEL, HTTP_PORT } = config as { LOG_LEVEL?: string; HTTP_PORT?: number };
  const log = createLog({ name: definition.name, level: LOG_LEVEL ?? 'info' });
  log.info({ config: printableConfig(config) }, 'starting');
  stops.push(await startTelemetry(definition.name, log));
  const running = await definition.build({ config, log });
  stops.push(() => running.stop());
  let started = false;
  if (HTTP_PORT !== undefined) {
    const ready = async () => started && ((await running.ready?.()) ?? true);
    const health = await startHealthServer({ port: HTTP_PORT, ready });
    stops.push(() => health.stop());
  }
  await running.start();
  started = true;
  log.info('started');
  return log;
};

/** Listens from the very beginning, so that a signal during the start is not lost. */
const waitForSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });

/** One sentence for what an operator can mend, the stack for what only we can. */
const reportFailure = (name: string, error: unknown): void => {
  const known = error instanceof ConfigError || error instanceof StartError;
  const text = known
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${name}: ${text}\n`);
};

/** A rejection nobody awaited is a bug, but no reason to drop everybody else's requests. */
const surviveStrayRejections = (log: Log): void => {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
};

/** @returns the exit code. */
const live = async <S extends z.ZodObject>(definition: ProcessDefinition<S>): Promise<number> => {
  const signalled = waitForSignal();
  const stops: Stop[] = [];
  let log = createLog({ name: definition.name });
  try {
    log = await startProcess(definition, stops);
  } catch (error) {
    reportFailure(definition.name, error);
    setTimeout(() => process.exit(1), FAILED_STOP_MILLIS).unref();
    await stopAll(stops, log);
    return 1;
  }
  surviveStrayRejections(log);
  const signal = await signalled;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), STOP_MILLIS).unref();
  await stopAll(stops, log);
  log.info('stopped');
  return 0;
};

/** Runs the process to its end and exits: 0 after a signal, 1 when it could not start. */
export const run = <S extends z.ZodObject>(definition: ProcessDefinition<S>): void => {
  void live(definition).then((code) => process.exit(code));
};
