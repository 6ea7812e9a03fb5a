import type { AnyKnownErrorClass, Details, KnownError } from './known-error.ts';
import { KnownErrors } from './known-errors.ts';

const classes = new Map<string, AnyKnownErrorClass>(
  Object.values(KnownErrors).map((type) => [type.errorCode, type as unknown as AnyKnownErrorClass]),
);

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rebuilds an error from its wire form. `details` may be missing; a code of a newer server becomes `UnsupportedError`. */
export const decodeKnownError = (body: { code: string; details?: unknown; error?: unknown }): KnownError => {
  const type = classes.get(body.code);
  const sentence = typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
  if (!type) return new KnownErrors.UnsupportedError({ originalErrorCode: body.code }, sentence);
  return new type(isDetails(body.details) ? body.details : undefined, sentence);
};
