import { describe, expect, it } from 'vitest';
import { mannWhitney } from './statistics.ts';

const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

describe('the Mann–Whitney test', () => {
  it('finds nothing between alike samples, and everything between distinct ones', () => {
    const even = range(0, 200).map((n) => n * 2);
    const odd = range(0, 200).map((n) => n * 2 + 1);
    expect(mannWhitney(even, odd)).toBeGreaterThan(0.9);
    expect(mannWhitney(range(0, 200), range(60, 200))).toBeLessThan(1e-6);
  });

  it('agrees with the tables: of two samples of 20, U = 120 differs at 5 % and U = 136 does not', () => {
    const even = range(1, 20).map((n) => n * 2);
    const shifted = (by: number) => even.map((n) => n + 1 + by);
    expect(mannWhitney(even, shifted(8))).toBeCloseTo(0.0315, 3);
    expect(mannWhitney(even, shifted(6))).toBeCloseTo(0.0859, 3);
    expect(mannWhitney(even, even)).toBeCloseTo(1, 6);
  });
});
