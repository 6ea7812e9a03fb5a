/** The connection class of every pool: counts what it sends. */
import pg from 'pg';
import { countStatement } from '../metrics.ts';

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  const text = (query as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
};

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client;

/** @param service Label of the counter: the database's owner. */
export const countingClient = (service: string): ClientClass =>
  class CountingClient extends pg.Client {
    // The overloads of `query` cannot be repeated here; it only looks at the first argument.
    override query = ((...parameters: [unknown]) => {
      countStatement(service, textOf(parameters[0]));
      return (pg.Client.prototype.query as (...all: unknown[]) => unknown).apply(this, parameters);
    }) as pg.Client['query'];
  };
