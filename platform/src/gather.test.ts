import { describe, expect, it } from 'vitest';
import { createGatherer } from './gather.ts';

const createDoubler = (most?: number) => {
  const asked: number[][] = [];
  const double = createGatherer<number, number>({
    answer: async (questions) => {
      asked.push([...questions]);
      if (questions.includes(13)) throw new Error('unlucky');
      return questions.map((question) => question * 2);
    },
    most,
  });
  return { asked, double };
};

describe('questions asked at the same time', () => {
  it('are answered together, each with its own answer', async () => {
    const { asked, double } = createDoubler();
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  it('are not more than allowed', async () => {
    const { asked, double } = createDoubler(2);
    expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
    expect(asked).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fail together', async () => {
    const { double } = createDoubler();
    const results = await Promise.allSettled([double(1), double(13)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await double(1)).toBe(2);
  });

  it('never share an answer with a question asked before', async () => {
    const { asked, double } = createDoubler();
    await double(1);
    await double(1);
    expect(asked).toEqual([[1], [1]]);
  });
});
