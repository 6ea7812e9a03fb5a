/** The last resort of `run-as.ts`: programs and data in a directory an unprivileged account can reach. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { binariesIn, type Binaries } from './binaries.ts';
import { canEnter, type Account } from './run-as.ts';

/** `/var/tmp` outlives a reboot, unlike `/tmp`. */
const PARENTS = ['/var/lib/portico', '/var/tmp', '/tmp', tmpdir()];

/** In a directory everybody may write to, somebody else could have put something under our name. */
const assertOurs = (directory: string): void => {
  const { uid, mode } = lstatSync(directory);
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new StartError(
    `The directory ${directory} must belong to the user running Portico and to nobody else.`,
  );
};

/** The same data directory always leads to the same place. */
const placeFor = (data_dir: string, account: Account): string => {
  const parent = PARENTS.find((candidate) => existsSync(candidate) && canEnter(account, candidate));
  if (!parent) throw new StartError('There is no directory where the embedded PostgreSQL could run.');
  const id = createHash('sha256').update(realpathSync(data_dir)).digest('hex').slice(0, 16);
  return join(parent, `portico-postgres-${id}`);
};

/** The copy appears under its final name only when complete. */
const copyOnce = (from: string, to: string): void => {
  if (existsSync(to)) return;
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
};

export const relocate = (
  binaries: Binaries,
  data_dir: string,
  account: Account,
): { binaries: Binaries; data_dir: string } => {
  const place = placeFor(data_dir, account);
  mkdirSync(place, { recursive: true, mode: 0o711 });
  assertOurs(place);
  const copy = join(place, 'native');
  copyOnce(binaries.root, copy);
  return { binaries: binariesIn(copy), data_dir: place };
};
