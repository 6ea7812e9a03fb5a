/** The metrics of this process, in Prometheus' format. Names start with `portico_`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

/** Event loop, memory, garbage collection; called once by a process that serves `/metrics`. */
export const collectProcessMetrics = (): void => collectDefaultMetrics({ register: registry });

const registers = [registry];

/** `kind`: statement, transaction (begin, commit, …) or background (relay, consumer, jobs of the platform). */
export const dbStatements = new Counter({
  name: 'portico_db_statements_total',
  help: 'Statements sent to PostgreSQL.',
  labelNames: ['service', 'kind'] as const,
  registers,
});

export const rpcSeconds = new Histogram({
  name: 'portico_rpc_seconds',
  help: 'Duration of served RPCs in seconds.',
  labelNames: ['method', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const eventsPublished = new Counter({
  name: 'portico_events_published_total',
  help: 'Events handed from the outbox to the bus.',
  labelNames: ['topic'] as const,
  registers,
});

export const eventsHandled = new Counter({
  name: 'portico_events_handled_total',
  help: 'Events handled by consumers; outcome ok, duplicate, parked or dead.',
  labelNames: ['group', 'outcome'] as const,
  registers,
});

/** Age of the oldest event still waiting in the outbox, in seconds; 0 when none waits. */
export const outboxLag = new Gauge({
  name: 'portico_outbox_lag_seconds',
  help: 'Age of the oldest unpublished event.',
  labelNames: ['topic'] as const,
  registers,
});

export interface StatementCounts {
  /** Everything requests caused, transaction control included. */
  readonly total: number;
  /** `begin`, `commit`, `rollback`, savepoints. */
  readonly transaction: number;
}

const counts = { total: 0, transaction: 0 };

/** Counts one statement sent for a request. */
export const countStatement = (service: string, text: string): void => {
  const kind = /^\s*(start transaction|begin|commit|rollback|savepoint|release|set transaction)\b/i.test(text)
    ? 'transaction'
    : 'statement';
  counts.total += 1;
  if (kind === 'transaction') counts.transaction += 1;
  dbStatements.inc({ service, kind });
};

/** Statements of this process so far; a benchmark reads it before and after. Background work excluded. */
export const statementCounts = (): StatementCounts => ({ ...counts });
