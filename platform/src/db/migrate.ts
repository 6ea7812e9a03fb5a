import type { DataSource } from 'typeorm';

/** Any fixed number; all migrations of all services use it, each in its own database. */
const LOCK = 7_203_411;

/**
 * Runs the pending migrations, each in its own transaction. Processes that start together take
 * turns: the lock is held by one connection for the whole run.
 */
export const migrate = async (db: DataSource): Promise<void> => {
  const holder = db.createQueryRunner();
  await holder.connect();
  try {
    await holder.query('set statement_timeout = 0');
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      await db.runMigrations({ transaction: 'each' });
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [LOCK]);
      await holder.query('reset statement_timeout');
    }
  } finally {
    await holder.release();
  }
};
