/**
 * A Unix domain socket costs both sides of a statement about half of what TCP on the loopback interface does.
 * It stands in the directory of the cluster, which only its owner (and root) can enter.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `sun_path` of `sockaddr_un` with its closing zero; 108 on Linux, 104 elsewhere (unix(7)). */
const LONGEST_PATH = 103;
const FILE_NAME = '.s.PGSQL.';
const LONGEST_FILE_NAME = `/${FILE_NAME}65535`.length;

/** Undefined where the path is too long for a socket, or the system has none: then TCP it is. */
export const socketDirectory = (cluster: string): string | undefined =>
  process.platform !== 'win32' && Buffer.byteLength(cluster) + LONGEST_FILE_NAME <= LONGEST_PATH
    ? cluster
    : undefined;

/** The host of a connection URL, as libpq writes it (PostgreSQL manual, 32.1.1.2). */
export const hostOf = (cluster: string): string => {
  const directory = socketDirectory(cluster);
  return directory === undefined ? '127.0.0.1' : encodeURIComponent(directory);
};

/** A server that was killed leaves its socket behind. Called while no server is on the cluster. */
export const removeOldSockets = (cluster: string): void => {
  for (const name of readdirSync(cluster)) {
    if (name.startsWith(FILE_NAME)) rmSync(join(cluster, name), { force: true });
  }
};
