/** Plain SQL, for hot paths and for what an ORM says badly. */
import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { runAfterCommit } from './after-commit.ts';

export interface Sql {
  /**
   * Sends one statement and returns its rows (for `update … returning` too). `bigint` comes as number.
   * @param options.name Prepares the statement once a connection under this name. The same name must
   * always go with the same text; use it on hot paths with fixed text only.
   */
  query<T extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: { name?: string },
  ): Promise<T[]>;
  /** Sends one statement and returns how many rows it changed. */
  execute(text: string, values?: readonly unknown[], options?: { name?: string }): Promise<number>;
}

type Connection = Pick<Pool | PoolClient, 'query'>;

/** Outside a transaction a manager has no `queryRunner`, not even an empty one. */
const isManager = (db: DataSource | EntityManager): db is EntityManager => !('driver' in db);

/** The pool of a data source, or the transaction's own connection. */
const connectionOf = async (db: DataSource | EntityManager): Promise<Connection> => {
  if (isManager(db) && db.queryRunner) return (await db.queryRunner.connect()) as PoolClient;
  const source = isManager(db) ? db.dataSource : db;
  return (source.driver as unknown as { master: Pool }).master;
};

/** Statements on the pool or, given a transaction's manager, inside that transaction. */
export const sql = (db: DataSource | EntityManager): Sql => {
  const send = async (text: string, values: readonly unknown[] = [], options: { name?: string } = {}) => {
    const connection = await connectionOf(db);
    const statement: QueryConfig = { text, values: [...values], ...options };
    return (connection as Pool).query(statement);
  };
  return {
    query: async <T extends object>(...parameters: Parameters<typeof send>) =>
      (await send(...parameters)).rows as T[],
    execute: async (...parameters) => (await send(...parameters)).rowCount ?? 0,
  };
};

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null | undefined)?.code;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction (read committed) and commits, or rolls back when it throws. Deadlocks
 * and serialization failures are tried again with a short random pause, so `work` must have no effect
 * outside the transaction.
 */
export const transaction = async <T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      let manager: EntityManager | undefined;
      const result = await db.transaction((tx) => work((manager = tx)));
      if (manager) runAfterCommit(manager);
      return result;
    } catch (error) {
      const code = codeOf(error);
      const again = code === SERIALIZATION_FAILURE || code === DEADLOCK;
      if (!again || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
};

/** Whether a unique index refused the row; `constraint` names which. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
};
