/** A look into the tables of a deployment, whichever shape it has. */
import { databaseUrl } from '@portico/platform/db/database-url';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const DATABASES = ['identity', 'teams_permissions', 'api_keys', 'email', 'events'];

type Env = Readonly<Record<string, string | undefined>>;

/** One process brings its own PostgreSQL. */
const serverUrl = ({ PORTICO_DATABASE_URL, PORTICO_DATA_DIR }: Env): string => {
  if (PORTICO_DATABASE_URL) return PORTICO_DATABASE_URL;
  const folder = join(PORTICO_DATA_DIR ?? '', 'postgres');
  const url = new URL('postgres://portico@127.0.0.1');
  url.password = readFileSync(join(folder, 'password'), 'utf8');
  url.port = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  return url.href;
};

const rowsOf = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
      rows.push(...found.rows.map(({ row }) => row));
    }
    return rows;
  } finally {
    await client.end();
  }
};

/** Every row of every table, by database; binary columns as the text they hold. */
export const readDatabases = async (env: Env): Promise<ReadonlyMap<string, string>> => {
  const server = serverUrl(env);
  const bytes = (_: string, hex: string) => Buffer.from(hex, 'hex').toString('latin1');
  const found = new Map<string, string>();
  for (const name of DATABASES) {
    const rows = await rowsOf(databaseUrl(server, name).url);
    found.set(name, rows.join('\n').replaceAll(/\\\\x([0-9a-f]+)/g, bytes));
  }
  return found;
};
