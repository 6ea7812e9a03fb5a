/**
 * Questions asked at about the same time, answered together. On a hot path a database round trip costs more than
 * what it asks for; under load this turns many of them into one. A question waits for nothing but the rest of
 * the current turn of the event loop, so an answer is never older than its question.
 */
export interface GatherOptions<K, V> {
  /** Answers in the order of the questions. */
  readonly answer: (questions: readonly K[]) => Promise<readonly V[]>;
  /** Questions in one go at most. */
  readonly most?: number;
}

interface Waiting<K, V> {
  readonly question: K;
  readonly resolve: (answer: V) => void;
  readonly reject: (error: unknown) => void;
}

const MOST = 100;

/** @returns a function that asks one question; a failure fails everybody who was asked for together. */
export const createGatherer = <K, V>({
  answer,
  most = MOST,
}: GatherOptions<K, V>): ((question: K) => Promise<V>) => {
  let waiting: Waiting<K, V>[] = [];

  const answerAll = async (asked: readonly Waiting<K, V>[]): Promise<void> => {
    try {
      const answers = await answer(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, index) => resolve(answers[index] as V));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  const flush = (): void => {
    const asked = waiting;
    waiting = [];
    if (asked.length > 0) void answerAll(asked);
  };

  return (question) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(flush);
      else if (waiting.length >= most) flush();
    });
};
