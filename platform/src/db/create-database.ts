import pg from 'pg';
import { StartError } from '../errors.ts';
import { serverOf } from './database-url.ts';

const CONNECT_TIMEOUT_MILLIS = 10_000;

const NO_SUCH_DATABASE = '3D000';
/** Somebody else created it first: seen by the check, or by the catalogue's unique index. */
const CREATED_MEANWHILE = new Set(['42P04', '23505']);

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** A connection for one piece of work. */
const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MILLIS });
  // A connection that breaks while idle reports it here; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Names the server and the reason, never the password. */
const unreachable = (url: string, error: unknown): StartError => {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const reason = first instanceof Error ? first.message : String(first);
  return new StartError(`Cannot use PostgreSQL at ${serverOf(url)}: ${reason}.`, { cause: error });
};

/** Creation goes through the server's own `postgres` database, or `template1` where that is missing. */
const createThrough = async (url: string, name: string): Promise<void> => {
  const maintenance = new URL(url);
  for (const database of ['postgres', 'template1']) {
    maintenance.pathname = `/${database}`;
    try {
      await withClient(maintenance.toString(), (client) => client.query(`create database "${name}"`));
      return;
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && CREATED_MEANWHILE.has(code)) return;
      if (code !== NO_SUCH_DATABASE) throw error;
    }
  }
  throw new Error('neither of the databases postgres and template1 can be opened to create it');
};

/**
 * Makes sure the database exists; any number of processes may do so at once.
 * @param url URL of the database itself.
 * @throws StartError in one sentence when the server cannot be reached or refuses.
 */
export const createDatabaseIfMissing = async (url: string, name: string): Promise<void> => {
  try {
    await withClient(url, async () => undefined).catch(async (error: unknown) => {
      if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
      await createThrough(url, name);
    });
  } catch (error) {
    throw unreachable(url, error);
  }
};
