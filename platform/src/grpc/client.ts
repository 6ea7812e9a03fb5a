/** Typed gRPC clients: one channel a service address, any number of definitions over it. */
import { Client, credentials, status as grpcStatus, type ServiceError } from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '../call.ts';
import { injectTrace, inSpan } from '../trace.ts';
import { deadlineOf, type MethodLike, type Rpcs, type ServiceDefinitionLike } from './unary.ts';
import { codec, decodeError, encodeCall, MAX_MESSAGE_BYTES, methodPath } from './wire.ts';

export interface Channel {
  readonly address: string;
  /** The connection underneath; only `connect` uses it. */
  readonly grpc: Client;
  close(): void;
}

/** How often a call that never reached the other side is tried, and the first pause (doubling). */
const ATTEMPTS = 4;
const FIRST_PAUSE_MILLIS = 50;

/**
 * @param address `host:port`. A name with several addresses (a headless service) is balanced over.
 * The connection is made with the first call and restored by itself.
 */
export const openChannel = (address: string): Channel => {
  const grpc = new Client(`dns:///${address}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // Each channel balances over its own connections, so that closing one leaves others alone.
    'grpc.use_local_subchannel_pool': 1,
  });
  return { address, grpc, close: () => grpc.close() };
};

/** Which method, on which channel. */
interface Invocation {
  channel: Channel;
  path: string;
  method: MethodLike;
}

/** One attempt; rejects with the error of grpc-js. */
const once = ({ channel, path, method }: Invocation, request: unknown, call: CallContext): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const metadata = encodeCall(call);
    injectTrace(metadata);
    const { serialize } = codec(method.requestType);
    const { deserialize } = codec(method.responseType);
    const options = { deadline: deadlineOf(call) };
    const done = (error: ServiceError | null, response?: unknown) => {
      call.signal?.removeEventListener('abort', cancel);
      if (error) reject(error);
      else resolve(response);
    };
    const pending = channel.grpc.makeUnaryRequest(
      path,
      serialize,
      deserialize,
      request,
      metadata,
      options,
      done,
    );
    const cancel = () => pending.cancel();
    call.signal?.addEventListener('abort', cancel, { once: true });
    if (call.signal?.aborted) cancel();
  });

/**
 * Whether the call surely had no effect yet: either the method has none (proto option
 * `idempotency_level = NO_SIDE_EFFECTS`), or no connection was there to send it over.
 */
const mayRetry = (error: ServiceError, method: MethodLike): boolean => {
  if (error.code !== grpcStatus.UNAVAILABLE || error.metadata?.get('portico-error-bin').length) return false;
  const { idempotencyLevel } = method.options as { idempotencyLevel?: string };
  return idempotencyLevel === 'NO_SIDE_EFFECTS' || /No connection established/i.test(error.details);
};

/** Attempts until success, a final error or the deadline; rejects with what callers see. */
const invoke = async (invocation: Invocation, request: unknown, call: CallContext): Promise<unknown> => {
  const bounded = { ...call, deadline_millis: deadlineOf(call) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(invocation, request, bounded);
    } catch (error) {
      const pause = FIRST_PAUSE_MILLIS * 2 ** (attempt - 1);
      const inTime = Date.now() + pause < bounded.deadline_millis;
      const again = attempt < ATTEMPTS && inTime && mayRetry(error as ServiceError, invocation.method);
      if (!again) throw decodeError(error as ServiceError);
      await sleep(pause);
    }
  }
};

/**
 * The RPCs of a service behind a channel. They throw `KnownError` and `StatusError` as the service
 * did, `StatusError` 503 when it is out of reach or late, and `InternalError` for its bugs.
 */
export const connect = <D extends ServiceDefinitionLike>(definition: D, channel: Channel): Rpcs<D> => {
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    const path = methodPath(definition, method);
    const rpc = (request: unknown, call: CallContext) =>
      inSpan({ name: path, kind: SpanKind.CLIENT }, () => invoke({ channel, path, method }, request, call));
    return [key, rpc];
  });
  return Object.fromEntries(methods) as Rpcs<D>;
};
