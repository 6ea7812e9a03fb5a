/** The outcome of a call that can fail in expected ways. Unexpected failures are thrown instead. */
export type Result<T, E = unknown> =
  { readonly status: 'ok'; readonly data: T } | { readonly status: 'error'; readonly error: E };

type Constructor<E> = { isInstance(value: unknown): value is E };

export const ok = <T>(data: T): Result<T, never> => ({ status: 'ok', data });

export const failed = <E>(error: E): Result<never, E> => ({ status: 'error', error });

/** Runs `work`; the listed known errors become the error of the result, everything else is thrown. */
export const resultOf = async <T, C extends readonly Constructor<unknown>[]>(
  work: () => Promise<T>,
  expected: C,
): Promise<Result<T, C[number] extends Constructor<infer E> ? E : never>> => {
  type Expected = C[number] extends Constructor<infer E> ? E : never;
  try {
    return ok(await work());
  } catch (error) {
    if (expected.some((type) => type.isInstance(error))) return failed(error as Expected);
    throw error;
  }
};
