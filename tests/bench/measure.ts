import type { LoadJob, LoadMessage, LoadResult } from './load.ts';
import { usageOf, watchMemory } from './process-tree.ts';
import { startRole } from './roles.ts';
import { countStatements } from './statements.ts';

/** What is measured: where it answers and what it consists of. */
export interface Subject {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pids: readonly number[];
  readonly metrics_urls: readonly string[];
}

export interface Measurement {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly operations: number;
  readonly errors: number;
  readonly first_error?: string;
  readonly cpu_ms: number;
  readonly statements: number;
  readonly transaction_control: number;
  readonly peak_mb: number;
}

export type LoadOptions = Omit<LoadJob, 'url' | 'headers'>;

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const resourcesOf = async ({ pids, metrics_urls }: Subject) => ({
  ...(await countStatements(metrics_urls)),
  cpu_seconds: usageOf(pids).cpu_seconds,
});

type Resources = Awaited<ReturnType<typeof resourcesOf>>;

const toMeasurement = (
  result: LoadResult,
  before: Resources,
  after: Resources,
): Omit<Measurement, 'peak_mb'> => {
  const each = (key: keyof Resources) => (after[key] - before[key]) / result.operations;
  return {
    per_second: result.operations / result.seconds,
    p50_ms: percentile(result.latencies, 0.5),
    p99_ms: percentile(result.latencies, 0.99),
    operations: result.operations,
    errors: result.errors,
    first_error: result.first_error,
    cpu_ms: each('cpu_seconds') * 1000,
    statements: each('statements'),
    transaction_control: each('transaction_control'),
  };
};

/** Loads the subject from another process and looks at what it uses meanwhile. */
export const measure = async (entry: string, subject: Subject, load: LoadOptions): Promise<Measurement> => {
  const { url, headers } = subject;
  const job: LoadJob = { url, headers, ...load };
  const role = startRole<LoadMessage>(entry, 'load', { job });
  try {
    await role.next();
    const before = await resourcesOf(subject);
    const peak = watchMemory(subject.pids);
    await role.next();
    const after = await resourcesOf(subject);
    const peak_mb = peak() / 1024 / 1024;
    const message = await role.next();
    if (!('result' in message)) throw new Error('The load ended without a result.');
    return { ...toMeasurement(message.result, before, after), peak_mb };
  } finally {
    await role.stop();
  }
};
