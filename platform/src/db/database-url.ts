/** Names of databases on one server. `database_prefix` keeps several installations (or test suites) apart. */

const PREFIX_PARAMETER = 'database_prefix';

/** PostgreSQL cuts longer names silently. */
const MAX_NAME_LENGTH = 63;

/**
 * The URL of one service's database on the server that `url` names.
 * `postgres://host/any?database_prefix=t1` and `identity` give the database `t1_identity`.
 */
export const databaseUrl = (url: string, database: string): { url: string; name: string } => {
  const parsed = new URL(url);
  const prefix = parsed.searchParams.get(PREFIX_PARAMETER);
  const name = prefix ? `${prefix}_${database}` : database;
  if (!/^[a-z0-9_]+$/.test(name) || name.length > MAX_NAME_LENGTH) {
    throw new Error(`"${name}" cannot be the name of a database.`);
  }
  parsed.searchParams.delete(PREFIX_PARAMETER);
  parsed.pathname = `/${name}`;
  return { url: parsed.toString(), name };
};

/** `host:port` for messages, the host being the directory of a socket or a name; never the password. */
export const serverOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url);
  return `${decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'}:${port || '5432'}`;
};
