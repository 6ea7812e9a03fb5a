/** Creating a database cluster. */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { StartError } from '../errors.ts';
import type { Binaries } from './binaries.ts';
import { inNamespace, type Way } from './run-as.ts';

export const SUPERUSER = 'portico';

/** A command line and spawn options that run a PostgreSQL program the chosen way. */
export const commandFor = (way: Way, command: string[]) => {
  const line = way.kind === 'namespace' ? [...inNamespace(way), ...command] : command;
  const ids = way.kind === 'user' || way.kind === 'relocated' ? { uid: way.uid, gid: way.gid } : {};
  // Inherited PG* variables would change what the programs do.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
  return { line, options: { ...ids, env, cwd: '/' } };
};

const runToEnd = (way: Way, command: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const { line, options } = commandFor(way, command);
    const [program = '', ...parameters] = line;
    const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new StartError(`Creating the embedded database failed: ${stderr.trim() || `exit code ${code}`}.`),
        );
    });
  });

/** Gives a path to whoever PostgreSQL runs as, when that is somebody else. */
const handOver = (path: string, way: Way): void => {
  if (way.kind === 'user' || way.kind === 'relocated') chownSync(path, way.uid, way.gid);
};

/** The superuser's password, made at the first start and kept beside the cluster, readable by us alone. */
export const readPassword = (data_dir: string): string => {
  const path = join(data_dir, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
};

export interface NewCluster {
  binaries: Binaries;
  way: Way;
  data_dir: string;
  cluster: string;
  password: string;
  /** Whether to force the files to disk. */
  sync: boolean;
}

/**
 * Text sorts by code point (`C.UTF-8`, provided by PostgreSQL itself): the same on every system, and
 * the fastest.
 */
export const createCluster = async (options: NewCluster): Promise<void> => {
  const { binaries, way, data_dir, cluster, password, sync } = options;
  // A run that was killed half way leaves only this name behind.
  const unfinished = `${cluster}.new`;
  const passwordFile = join(data_dir, 'password.init');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  handOver(unfinished, way);
  handOver(passwordFile, way);
  try {
    await runToEnd(way, [
      binaries.initdb,
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(sync ? [] : ['--no-sync']),
    ]);
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
};
