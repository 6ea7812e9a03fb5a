/** Binds RPC functions to a gRPC server, with the standard health service and a graceful stop. */
import {
  logVerbosity,
  Server,
  ServerCredentials,
  setLogVerbosity,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { SpanKind } from '@opentelemetry/api';
import type { CallContext } from '../call.ts';
import { StartError } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import type { Log } from '../log.ts';
import { rpcSeconds } from '../metrics.ts';
import { extractTrace, inSpan } from '../trace.ts';
import {
  toPublicError,
  type AnyRpc,
  type MethodLike,
  type Rpcs,
  type ServiceDefinitionLike,
} from './unary.ts';
import { codec, decodeCall, encodeError, MAX_MESSAGE_BYTES, methodPath } from './wire.ts';

export interface BoundService {
  readonly definition: ServiceDefinitionLike;
  readonly rpcs: { readonly [method: string]: AnyRpc };
}

/** Pairs a definition with its implementation; the compiler checks that every method is there. */
export const bind = <D extends ServiceDefinitionLike>(definition: D, rpcs: Rpcs<D>): BoundService => ({
  definition,
  rpcs: rpcs as unknown as BoundService['rpcs'],
});

type UnaryCall = ServerUnaryCall<unknown, unknown>;

/** The caller's context, with the deadline of the call and its cancellation. */
const contextOf = (incoming: UnaryCall, signal: AbortSignal): CallContext => {
  const deadline = incoming.getDeadline();
  const deadline_millis = deadline instanceof Date ? deadline.getTime() : deadline;
  return {
    ...(decodeCall(incoming.metadata) ?? { request_id: newRequestId(), project_id: '', branch_id: 'main' }),
    ...(Number.isFinite(deadline_millis) ? { deadline_millis } : {}),
    signal,
  };
};

interface HandlerOptions {
  path: string;
  rpc: AnyRpc;
  log: Log;
}

/** One RPC as grpc-js wants it; every outcome is measured and answered. */
const handler = ({ path, rpc, log }: HandlerOptions) => {
  return async (incoming: UnaryCall, answer: sendUnaryData<unknown>): Promise<void> => {
    const controller = new AbortController();
    incoming.on('cancelled', () => controller.abort());
    const stopTimer = rpcSeconds.startTimer({ method: path });
    let call: CallContext = { request_id: newRequestId(), project_id: '', branch_id: 'main' };
    try {
      call = contextOf(incoming, controller.signal);
      const span = { name: path, kind: SpanKind.SERVER, parent: extractTrace(incoming.metadata) };
      const response = await inSpan(span, () => rpc(incoming.request as never, call));
      stopTimer({ outcome: 'ok' });
      answer(null, response);
    } catch (error) {
      const leaving = toPublicError(error, { log, method: path, call });
      stopTimer({ outcome: (leaving as { code?: string }).code ?? leaving.name });
      answer(encodeError(leaving));
    }
  };
};

const toGrpcMethod = (path: string, method: MethodLike) => {
  const request = codec(method.requestType);
  const response = codec(method.responseType);
  return {
    path,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: request.serialize,
    requestDeserialize: request.deserialize,
    responseSerialize: response.serialize,
    responseDeserialize: response.deserialize,
  };
};

const addService = (server: Server, { definition, rpcs }: BoundService, log: Log): void => {
  const grpcDefinition: Record<string, ReturnType<typeof toGrpcMethod>> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const [key, method] of Object.entries(definition.methods)) {
    const path = methodPath(definition, method);
    grpcDefinition[key] = toGrpcMethod(path, method);
    const rpc = rpcs[key];
    if (!rpc) throw new TypeError(`${path} has no implementation.`);
    implementation[key] = handler({ path, rpc, log });
  }
  server.addService(grpcDefinition as ServiceDefinition, implementation);
};

export interface ServeOptions {
  /** 0 picks a free port. */
  port: number;
  services: BoundService[];
  log: Log;
  /** How long running calls may finish after `stop()`, in milliseconds. */
  drain_millis?: number;
}

// Its errors reach us too, as errors; without this each would be printed twice.
setLogVerbosity(logVerbosity.NONE);

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`0.0.0.0:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(new StartError(`Cannot listen for gRPC on port ${port}: ${error.message}.`));
      else resolve(bound);
    });
  });

/** Resolves when the last call has ended or the time is up. */
const shutDown = (server: Server, drain_millis: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), drain_millis);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Serves until `stop()`: new calls are refused at once, running ones get `drain_millis` to finish.
 * @throws StartError when the port is taken.
 */
export const serveGrpc = async (options: ServeOptions): Promise<{ port: number; stop(): Promise<void> }> => {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Clients behind a round-robin balancer find new replicas when their connections age out.
    'grpc.max_connection_age_ms': 10 * 60_000,
    'grpc.max_connection_age_grace_ms': 30_000,
  });
  const names = ['', ...options.services.map((service) => service.definition.fullName)];
  const health = new HealthImplementation(
    Object.fromEntries(names.map((name) => [name, 'SERVING' as const])),
  );
  health.addToServer(server);
  for (const service of options.services) addService(server, service, options.log);
  const port = await listen(server, options.port);
  const stop = (): Promise<void> => {
    for (const name of names) health.setStatus(name, 'NOT_SERVING');
    return shutDown(server, options.drain_millis ?? 10_000);
  };
  return { port, stop };
};
