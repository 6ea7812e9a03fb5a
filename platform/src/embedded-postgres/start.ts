/**
 * A PostgreSQL of our own, from npm, for standalone use and for tests. It listens on 127.0.0.1 and on a
 * socket beside its data, with a password, and ends with this process, however that ends.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { commandFor, createCluster, readPassword, SUPERUSER } from './cluster.ts';
import { giveUpOwnership, stopOrphan, takeOwnership } from './ownership.ts';
import { relocate } from './relocate.ts';
import { chooseWay, type Way } from './run-as.ts';
import { hostOf, removeOldSockets, socketDirectory } from './socket.ts';

export interface EmbeddedPostgresOptions {
  /** Created when missing; holds the cluster and its password. */
  data_dir: string;
  /** A free one when absent. */
  port?: number;
  log: Log;
  /** Gives up durability for speed and removes the data at the end; for tests. */
  temporary?: boolean;
}

export interface EmbeddedPostgres {
  /** Superuser on the database `postgres`. */
  readonly url: string;
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>;
}

/**
 * Runs the server in the background and ends it (SIGINT, a fast shutdown) when standard input closes,
 * which the kernel does for us even after a `kill -9`. `$1` is a directory to remove at the end.
 */
const WATCHED = `
remove=$1; shift
exec 3<&0
"$@" </dev/null 3<&- & server=$!
trap 'kill -INT $server' INT TERM
(while read -r _ <&3; do :; done; kill -INT $server) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server; code=$?
while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
kill $watcher 2>/dev/null
[ -z "$remove" ] || rm -rf -- "$remove"
exit $code
`;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'warning',
};

const TEMPORARY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const STOP_MILLIS = 15_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

interface Launch {
  way: Way;
  binaries: Binaries;
  cluster: string;
  port: number;
  options: EmbeddedPostgresOptions;
}

const spawnServer = ({ way, binaries, cluster, port, options }: Launch): ChildProcess => {
  const settings = {
    ...SETTINGS,
    unix_socket_directories: socketDirectory(cluster) ?? '',
    ...(options.temporary ? TEMPORARY_SETTINGS : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandFor(way, [binaries.postgres, '-D', cluster, '-p', String(port), ...flags]);
  return spawn('/bin/sh', ['-c', WATCHED, 'sh', options.temporary ? cluster : '', ...command.line], {
    ...command.options,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own, so that Ctrl-C reaches us first and services end before their database.
    detached: true,
  });
};

/** Resolves when connections are accepted; its log goes to ours. */
const waitUntilReady = (child: ChildProcess, log: Log): Promise<void> =>
  new Promise((resolve, reject) => {
    let recent = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      recent = (recent + text).slice(-2_000);
      log.debug({ postgres: text.trim() }, 'embedded PostgreSQL');
      if (recent.includes('ready to accept connections')) resolve();
    });
    child.once('error', (error) =>
      reject(new StartError(`The embedded PostgreSQL cannot be run: ${error.message}.`)),
    );
    child.once('exit', (code) =>
      reject(new StartError(`The embedded PostgreSQL ended with code ${code}: ${recent.trim()}`)),
    );
  });

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** A shutdown that takes too long becomes an immediate one, which the next start recovers from. */
const exitedOrKilled = async (child: ChildProcess): Promise<void> => {
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGQUIT'), STOP_MILLIS);
  await exited(child);
  clearTimeout(timer);
};

const prepare = async (
  options: EmbeddedPostgresOptions,
): Promise<Omit<Launch, 'port'> & { password: string }> => {
  mkdirSync(options.data_dir, { recursive: true });
  const ours = realpathSync(options.data_dir);
  // Others may pass through (the cluster inside is closed), so that an unprivileged account can reach it.
  if (process.getuid?.() === 0) chmodSync(ours, 0o711);
  await takeOwnership(ours);
  const found = findBinaries();
  const way = chooseWay({ binaries: found, data_dir: ours, cluster: join(ours, 'cluster') });
  const place = way.kind === 'relocated' ? relocate(found, ours, way) : { binaries: found, data_dir: ours };
  const cluster = join(place.data_dir, 'cluster');
  const password = readPassword(ours);
  if (existsSync(cluster)) await stopOrphan(cluster, options.log);
  else await createCluster({ ...place, way, cluster, password, sync: !options.temporary });
  return { way, binaries: place.binaries, cluster, options, password };
};

/**
 * Starts the server, creating the cluster at the first start.
 * @throws StartError when another process uses the directory, or PostgreSQL cannot run here.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { password, ...launch } = await prepare(options);
  const port = options.port ?? (await freePort());
  removeOldSockets(launch.cluster);
  const child = spawnServer({ ...launch, port });
  try {
    await waitUntilReady(child, options.log);
  } catch (error) {
    giveUpOwnership(options.data_dir);
    throw error;
  }
  options.log.debug({ port, way: launch.way.kind }, 'embedded PostgreSQL started');
  // The server must not keep an otherwise finished process alive.
  child.unref();
  (child.stdin as { unref?(): void } | null)?.unref?.();
  (child.stderr as { unref?(): void } | null)?.unref?.();
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    await exitedOrKilled(child);
    giveUpOwnership(options.data_dir);
    if (options.temporary) rmSync(options.data_dir, { recursive: true, force: true });
  };
  return { url: `postgres://${SUPERUSER}:${password}@${hostOf(launch.cluster)}:${port}/postgres`, stop };
};
