/** Opens a service's database. The schema is the business of migrations alone. */
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createLog, type Log } from '../log.ts';
import { createDatabaseIfMissing } from './create-database.ts';
import { databaseUrl } from './database-url.ts';
import { countingClient } from './pool-client.ts';

export interface OpenDatabaseOptions {
  /** URL of a PostgreSQL server; its database name is replaced by `database`. */
  url: string;
  /** Name of the service's database, e.g. `teams_permissions`. Also the label of its metrics. */
  database: string;
  entities: DataSourceOptions['entities'];
  /** Migration classes in order; run by `migrate`. */
  migrations: DataSourceOptions['migrations'];
  log?: Log;
  /** Connections at most; 10 when absent. */
  pool_size?: number;
}

/** How long a request waits for a free connection before it answers 503, in milliseconds. */
const ACQUIRE_TIMEOUT_MILLIS = 4_000;
/** A statement running longer is ended by the server; migrations lift the limit for themselves. */
const STATEMENT_TIMEOUT_MILLIS = 30_000;

/** A pool counts as ended a moment before its connections are closed, and the server may end meanwhile. */
const isOpen = (db: DataSource): boolean => {
  const { master } = db.driver as { master?: { ending?: boolean } };
  return master !== undefined && master.ending !== true;
};

/**
 * Connects, creating the database when it is missing. Does not migrate.
 * @throws StartError when the server cannot be reached.
 */
export const openDatabase = async (options: OpenDatabaseOptions): Promise<DataSource> => {
  const { url, name } = databaseUrl(options.url, options.database);
  const log = options.log ?? createLog({ name: options.database, level: process.env.LOG_LEVEL });
  await createDatabaseIfMissing(url, name);
  const db = new DataSource({
    type: 'postgres',
    url,
    entities: options.entities,
    migrations: options.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    // Millisecond times and counts are far below 2^53; as text they would travel as strings.
    parseInt8: true,
    poolSize: options.pool_size ?? 10,
    applicationName: `portico-${options.database}`,
    connectTimeoutMS: ACQUIRE_TIMEOUT_MILLIS,
    // An idle connection that breaks is replaced by the pool; nothing else needs to happen.
    poolErrorHandler: (error: Error) => {
      if (isOpen(db)) log.warn({ reason: error.message }, 'database connection lost');
    },
    extra: {
      Client: countingClient(options.database),
      statement_timeout: STATEMENT_TIMEOUT_MILLIS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    },
  });
  return db.initialize();
};
