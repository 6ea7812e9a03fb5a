import { z } from 'zod';

/** Deeper values would overflow the stack of whoever encodes them. */
const MAX_DEPTH = 500;

/** The null character, or half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/** PostgreSQL's jsonb refuses the null character and half of a surrogate pair, in keys too. */
const isStorable = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item, depth - 1));
};

/** Any JSON value, kept as it is. */
export const metadata = () =>
  z
    .unknown()
    .refine(
      (value) => isStorable(value, MAX_DEPTH),
      'must be JSON without null characters and of sane depth',
    );
