/** Databases for tests: one embedded server a vitest run, a namespace of its own for each suite. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/start.ts';
import { createLog } from '../log.ts';

const VARIABLE = 'PORTICO_TEST_DATABASE_URL';

/** Starts a server on a temporary directory that disappears with it. */
export const startTestPostgres = (): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    data_dir: mkdtempSync(join(tmpdir(), 'portico-test-')),
    log: createLog({ name: 'test-postgres', level: process.env.LOG_LEVEL ?? 'silent' }),
    temporary: true,
  });

/**
 * The URL of an empty namespace on the run's server: `openDatabase` creates the databases of this suite
 * in it under a prefix nobody else has.
 */
export const createTestDatabase = (name = 'test'): string => {
  const server = process.env[VARIABLE];
  if (!server)
    throw new Error(`${VARIABLE} is not set: run tests through vitest, whose global setup starts a server.`);
  const url = new URL(server);
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 24);
  url.searchParams.set('database_prefix', `t_${label}_${randomBytes(5).toString('hex')}`);
  return url.toString();
};
