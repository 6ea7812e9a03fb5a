/**
 * The catalogue as functions that make errors: `throw knownErrors.TEAM_NOT_FOUND({ team_id })`.
 * Rows are in `known-error-rows.ts`; a new error is one line there.
 */
import { KnownError, type ErrorDetails } from './errors.ts';
import { knownErrorRows, type Row } from './known-error-rows.ts';

type Rows = typeof knownErrorRows;

/** Every code of the catalogue, families included. */
export type KnownErrorCode = keyof Rows;

/**
 * Rows without details take an optional text, for the codes whose sentence varies by cause; rows
 * with details take exactly those.
 */
type Factory<R> =
  R extends Row<infer D>
    ? [keyof D] extends [never]
      ? (text?: string) => KnownError
      : (details: D) => KnownError
    : never;

export type KnownErrors = { readonly [C in KnownErrorCode]: Factory<Rows[C]> };

const factory = (code: string, row: Row<never>) => (argument?: unknown) => {
  const { status } = row;
  if (!row.has_details) {
    const message = typeof argument === 'string' ? argument : row.text({} as never);
    return new KnownError({ code, status, message });
  }
  const message = row.text(argument as never);
  return new KnownError({ code, status, message, details: argument as ErrorDetails });
};

export const knownErrors = Object.fromEntries(
  Object.entries(knownErrorRows).map(([code, row]) => [code, factory(code, row as Row<never>)]),
) as unknown as KnownErrors;

const findRow = (code: string): Row<never> | undefined =>
  Object.hasOwn(knownErrorRows, code) ? (knownErrorRows[code as KnownErrorCode] as Row<never>) : undefined;

/** The families a code belongs to, nearest first; empty for a code at the top or an unknown one. */
export const parentCodes = (code: string): string[] => {
  const parent = findRow(code)?.parent;
  return parent ? [parent, ...parentCodes(parent)] : [];
};

/** Whether the error has this code or belongs to this family. */
export const isKnownError = (error: unknown, code: KnownErrorCode): error is KnownError =>
  error instanceof KnownError && (error.code === code || parentCodes(error.code).includes(code));
