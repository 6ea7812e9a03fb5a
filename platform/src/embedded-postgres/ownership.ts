/**
 * One process at a time uses a data directory. The record of who does outlives a `kill -9`, so it names
 * the process together with its start time: a number alone may have gone to somebody else since.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Start time in clock ticks since boot; empty where the system does not tell. */
const startOf = (pid: number): string => {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may hold blanks; the 20th field after it is the start time.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

interface Owner {
  pid: number;
  start: string;
}

const recordPath = (data_dir: string): string => join(data_dir, 'owner.json');

const currentOwner = (data_dir: string): Owner | undefined => {
  const text = read(recordPath(data_dir));
  try {
    const owner = text ? (JSON.parse(text) as Owner) : undefined;
    return owner && isAlive(owner.pid) && startOf(owner.pid) === owner.start ? owner : undefined;
  } catch {
    // Half written by a process that was killed.
    return undefined;
  }
};

/** How long a process that was just killed may still be seen, in milliseconds. */
const DYING_MILLIS = 1_000;

/** @throws StartError when another living process uses the directory. */
export const takeOwnership = async (data_dir: string): Promise<void> => {
  const end = Date.now() + DYING_MILLIS;
  let owner = currentOwner(data_dir);
  while (owner && owner.pid !== process.pid) {
    if (Date.now() > end) {
      throw new StartError(`The data directory ${data_dir} is in use by process ${owner.pid}.`);
    }
    await sleep(25);
    owner = currentOwner(data_dir);
  }
  writeFileSync(recordPath(data_dir), JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
};

export const giveUpOwnership = (data_dir: string): void => rmSync(recordPath(data_dir), { force: true });

/** Whether the process is a PostgreSQL server on this cluster; assumed where the system does not tell. */
const servesCluster = (pid: number, cluster: string): boolean => {
  if (!isAlive(pid)) return false;
  const commandLine = read(`/proc/${pid}/cmdline`);
  return commandLine === undefined || commandLine.split('\0').includes(cluster);
};

const waitUntilGone = async (pid: number, cluster: string, millis: number): Promise<boolean> => {
  for (const end = Date.now() + millis; Date.now() < end; await sleep(25)) {
    if (!servesCluster(pid, cluster)) return true;
  }
  return false;
};

/**
 * Ends a server that lost its parent, and removes the lock file of one that was killed. Called by the
 * owner of the directory only, so nobody is using that server.
 */
export const stopOrphan = async (cluster: string, log: Log): Promise<void> => {
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = Number(read(lockFile)?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (servesCluster(pid, cluster)) {
    log.warn({ pid }, 'stopping a PostgreSQL left over from a run that was killed');
    // It ends by itself when it notices the loss of its parent; then a fast, then an immediate shutdown.
    for (const signal of [0, 'SIGINT', 'SIGQUIT'] as const) {
      if (servesCluster(pid, cluster)) process.kill(pid, signal);
      if (await waitUntilGone(pid, cluster, signal === 0 ? 1_000 : 8_000)) break;
    }
  }
  if (servesCluster(pid, cluster))
    throw new StartError(`PostgreSQL process ${pid} on ${cluster} does not end.`);
  rmSync(lockFile, { force: true });
};
