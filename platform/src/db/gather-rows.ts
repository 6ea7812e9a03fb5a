/** One row each for questions asked at about the same time, found by one statement. */
import type { DataSource } from 'typeorm';
import { createGatherer } from '../gather.ts';
import { sql } from './sql.ts';

export interface RowGathererOptions {
  db: DataSource;
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

/** @returns a function that finds the row of one question. */
export const createRowGatherer = <Q extends readonly unknown[], R extends object>({
  db,
  text,
  name,
  columns,
}: RowGathererOptions): ((question: Q) => Promise<R | undefined>) => {
  const answer = async (questions: readonly Q[]): Promise<(R | undefined)[]> => {
    const values = Array.from({ length: columns }, (_, index) =>
      questions.map((question) => question[index]),
    );
    const rows = await sql(db).query<R & { position: number }>(text, values, { name });
    const found: (R | undefined)[] = questions.map(() => undefined);
    for (const row of rows) found[row.position - 1] = row;
    return found;
  };
  return createGatherer({ answer });
};
