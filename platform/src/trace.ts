/**
 * Spans through the OpenTelemetry API. Without a registered SDK (see `telemetry.ts`) every call here
 * does nothing and costs next to nothing.
 */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type SpanKind,
} from '@opentelemetry/api';

/** What trace context is written to and read from; gRPC metadata fits. */
interface Carrier {
  set(key: string, value: string): void;
  get(key: string): readonly (string | Buffer)[];
  getMap(): Record<string, unknown>;
}

export interface SpanOptions {
  name: string;
  kind: SpanKind;
  /** The caller's context on the serving side; the active one when absent. */
  parent?: Context;
}

const tracer = trace.getTracer('portico');

/** Adds the current trace to outgoing metadata. */
export const injectTrace = (carrier: Carrier): void =>
  propagation.inject(context.active(), carrier, { set: (to, key, value) => to.set(key, value) });

/** The trace an incoming call belongs to. */
export const extractTrace = (carrier: Carrier): Context =>
  propagation.extract(ROOT_CONTEXT, carrier, {
    get: (from, key) => from.get(key)[0]?.toString(),
    keys: (from) => Object.keys(from.getMap()),
  });

/** Runs the work inside a span that ends with it and is marked failed when it throws. */
export const inSpan = <T>({ name, kind, parent }: SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { kind }, parent ?? context.active(), async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message stays out: it may hold personal data.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
