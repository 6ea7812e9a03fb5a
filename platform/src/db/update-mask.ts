/* eslint-disable max-params -- row, message, mask and allow-list are the parts of one assignment */
import { statusError } from '../errors.ts';

/** Keeps what the column can hold: an absent optional field of a message means null in a row. */
const columnValue = (value: unknown): unknown => (value === undefined ? null : value);

/**
 * Writes the fields named by the mask from a message into a row. A field in the mask and absent from
 * the message becomes null; a field outside the mask keeps its value, whatever the message says.
 * @param allowed The writable fields; a mask naming another one is refused with status 400.
 * @returns the names of the fields whose value is now different, compared as JSON.
 */
export const applyMask = <R extends object>(
  row: R,
  message: object | undefined,
  mask: readonly string[],
  allowed: readonly string[],
): (keyof R & string)[] => {
  const forbidden = mask.filter((field) => !allowed.includes(field));
  if (forbidden.length > 0)
    throw statusError(400, `These fields cannot be changed: ${forbidden.join(', ')}.`);
  const target = row as Record<string, unknown>;
  const source = (message ?? {}) as Record<string, unknown>;
  const changed = mask.filter((field) => {
    const value = columnValue(source[field]);
    const same = JSON.stringify(columnValue(target[field])) === JSON.stringify(value);
    target[field] = value;
    return !same;
  });
  return [...new Set(changed)] as (keyof R & string)[];
};
