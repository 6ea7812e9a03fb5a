import type { Measurement } from './measure.ts';

/** One line of the result. Figures that a scenario does not have are absent. */
export interface Row {
  readonly scenario: string;
  readonly shape: string;
  readonly what: string;
  readonly per_second?: number;
  readonly limit_per_second?: number;
  /** Of the limit, or of what `what` says. */
  readonly ratio?: number;
  readonly target: string;
  readonly reached?: boolean;
  readonly p50_ms?: number;
  readonly p99_ms?: number;
  readonly cpu_ms?: number;
  readonly limit_cpu_ms?: number;
  readonly statements?: number;
  readonly transaction_control?: number;
  readonly peak_mb?: number;
  readonly seconds?: number;
  readonly errors: number;
  readonly first_error?: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Rounds of the same measurement as one; the middle of each figure. */
export const middleOf = (rounds: readonly Measurement[]): Measurement => {
  const of = (key: Exclude<keyof Measurement, 'first_error'>) => median(rounds.map((round) => round[key]));
  return {
    per_second: of('per_second'),
    p50_ms: of('p50_ms'),
    p99_ms: of('p99_ms'),
    operations: rounds.reduce((sum, { operations }) => sum + operations, 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    first_error: rounds.find(({ first_error }) => first_error !== undefined)?.first_error,
    cpu_ms: of('cpu_ms'),
    statements: of('statements'),
    transaction_control: of('transaction_control'),
    peak_mb: Math.max(...rounds.map(({ peak_mb }) => peak_mb)),
  };
};

/** The figures of a row that come from the measurement itself. */
export const figuresOf = ({
  operations: _,
  ...figures
}: Measurement): Omit<Row, 'scenario' | 'shape' | 'what' | 'target'> => figures;
