/** Sends that many requests at once. */
export const inParallel = <T>(count: number, request: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)));
