/** Whether two samples could come from one distribution. */

/** Ranks from 1, ties sharing their mean. */
const ranksOf = (values: readonly number[]): number[] => {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = Array<number>(values.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && order[end]!.value === order[start]!.value) end++;
    for (let at = start; at < end; at++) ranks[order[at]!.index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
};

/** Upper tail of the standard normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
const upperTail = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduce((total, factor, index) => total + factor * t ** (index + 1), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
};

/** Two-sided p of the Mann–Whitney U test, by the normal approximation for large samples. */
export const mannWhitney = (a: readonly number[], b: readonly number[]): number => {
  const ranks = ranksOf([...a, ...b]);
  const rankSum = ranks.slice(0, a.length).reduce((total, rank) => total + rank, 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return Math.min(1, 2 * upperTail(Math.max(0, Math.abs(u - mean) - 0.5) / deviation));
};
