/** An answer and how long it took. */
export const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; millis: number }> => {
  const start = performance.now();
  const answer = await work();
  return { answer, millis: performance.now() - start };
};
