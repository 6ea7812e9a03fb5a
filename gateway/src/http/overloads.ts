/** One path and method may have several request shapes; the first that fits runs. */
import { KnownError, StatusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';

type Refusal = KnownError | StatusError;

const asJson = (error: Refusal): Record<string, unknown> => {
  if (error instanceof StatusError) {
    return { status_code: error.status, message: error.message, headers: error.headers ?? {} };
  }
  const { code, details, message } = error;
  return { code, ...(details === undefined ? {} : { details }), error: message };
};

const INSUFFICIENT = 'INSUFFICIENT_ACCESS_TYPE';

interface AccessDetails {
  readonly actual_access_type: string;
  readonly allowed_access_types: readonly string[];
}

const accessDetails = (error: Refusal): AccessDetails | undefined =>
  error instanceof KnownError && error.code === INSUFFICIENT
    ? (error.details as unknown as AccessDetails)
    : undefined;

const union = (a: AccessDetails, b: AccessDetails): KnownError =>
  knownErrors.INSUFFICIENT_ACCESS_TYPE({
    actual_access_type: a.actual_access_type as 'client',
    allowed_access_types: [...new Set([...a.allowed_access_types, ...b.allowed_access_types])] as 'client'[],
  });

/** One error for two, or undefined when both stay. */
const mergePair = (a: Refusal, b: Refusal): Refusal | undefined => {
  if (JSON.stringify(asJson(a)) === JSON.stringify(asJson(b))) return a;
  const [x, y] = [accessDetails(a), accessDetails(b)];
  if (x && y) return x.actual_access_type === y.actual_access_type ? union(x, y) : undefined;
  if (x) return b;
  return y ? a : undefined;
};

const mergeOnce = (errors: readonly Refusal[]): Refusal[] => {
  for (const [i, a] of errors.entries()) {
    for (const [j, b] of errors.entries()) {
      const merged = i < j ? mergePair(a, b) : undefined;
      if (merged) return errors.flatMap((error, at) => (at === i ? [merged] : at === j ? [] : [error]));
    }
  }
  return [...errors];
};

/** The answer when no shape fits. */
export const mergeRefusals = (errors: readonly Refusal[]): Refusal => {
  let current = [...errors];
  let length: number;
  do {
    length = current.length;
    current = mergeOnce(current);
  } while (current.length < length);
  const [only, ...others] = current;
  if (only && others.length === 0) return only;
  return knownErrors.ALL_OVERLOADS_FAILED({ overload_errors: current.map(asJson) });
};

/**
 * Runs the first shape that does not refuse.
 * @throws the merged refusal of all shapes.
 */
export const firstFitting = <T>(shapes: readonly (() => T)[]): T => {
  const refusals: Refusal[] = [];
  for (const shape of shapes) {
    try {
      return shape();
    } catch (error) {
      if (!(error instanceof KnownError) && !(error instanceof StatusError)) throw error;
      refusals.push(error);
    }
  }
  throw mergeRefusals(refusals);
};
