/** One row each for questions asked at about the same time, found by one statement. */
import type { DataSource, EntityManager } from 'typeorm';
import { createGatherer } from '../gather.ts';
import { sql } from './sql.ts';

export interface RowStatement {
  /**
   * Takes one array a column of the questions (`unnest($1::text[], …) with ordinality`) and returns at most one
   * row a question, with its place as `position` (from 1).
   */
  text: string;
  /** Name of the prepared statement. */
  name: string;
  /** Columns of a question. */
  columns: number;
}

/** @returns the row of each question, in their order. */
export const selectRows = async <Q extends readonly unknown[], R extends object>(
  db: DataSource | EntityManager,
  { text, name, columns }: RowStatement,
  questions: readonly Q[],
): Promise<(R | undefined)[]> => {
  const values = Array.from({ length: columns }, (_, index) => questions.map((question) => question[index]));
  const rows = await sql(db).query<R & { position: number }>(text, values, { name });
  const found: (R | undefined)[] = questions.map(() => undefined);
  for (const row of rows) found[row.position - 1] = row;
  return found;
};

/** @returns a function that finds the row of one question. */
export const createRowGatherer = <Q extends readonly unknown[], R extends object>({
  db,
  ...statement
}: RowStatement & { db: DataSource }): ((question: Q) => Promise<R | undefined>) =>
  createGatherer({ answer: (questions: readonly Q[]) => selectRows<Q, R>(db, statement, questions) });
