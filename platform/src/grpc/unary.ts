/**
 * What an RPC is in Portico: one async function from a request message and a call context to a
 * response message. The types derive from the definitions ts-proto generates; `inProcess` binds such
 * functions to a caller in the same process with the behaviour of the wire: messages are copied,
 * deadlines hold, typed errors arrive as themselves and every other error as `internal error`.
 */
import { DEFAULT_DEADLINE_MILLIS, type CallContext } from '../call.ts';
import { InternalError, isOutage, isPublicError, statusError, unavailable } from '../errors.ts';
import { createLog, type Log } from '../log.ts';
import type { BinaryReader } from '@bufbuild/protobuf/wire';

/** The part of a generated message type that is used here. */
interface MessageType<T = unknown> {
  encode(message: never): { finish(): Uint8Array };
  decode(input: BinaryReader | Uint8Array): T;
  fromPartial(object: never): T;
}

export interface MethodLike {
  readonly name: string;
  readonly requestType: MessageType;
  readonly requestStream: boolean;
  readonly responseType: MessageType;
  readonly responseStream: boolean;
  readonly options: object;
}

/** Shape of `XServiceDefinition` in generated code (`outputServices=generic-definitions`). */
export interface ServiceDefinitionLike {
  readonly name: string;
  readonly fullName: string;
  readonly methods: { readonly [method: string]: MethodLike };
}

type Decoded<M> = M extends { decode(input: Uint8Array): infer T } ? T : never;

export type RequestOf<D extends ServiceDefinitionLike, M extends keyof D['methods']> = Decoded<
  D['methods'][M]['requestType']
>;

export type ResponseOf<D extends ServiceDefinitionLike, M extends keyof D['methods']> = Decoded<
  D['methods'][M]['responseType']
>;

/** One async function a method: what a service implements and what its clients call. */
export type Rpcs<D extends ServiceDefinitionLike> = {
  [M in keyof D['methods']]: (request: RequestOf<D, M>, call: CallContext) => Promise<ResponseOf<D, M>>;
};

/** An RPC whose message types do not matter to the code at hand. */
export type AnyRpc = (request: never, call: CallContext) => Promise<unknown>;

/** Absolute end of a call, epoch milliseconds. */
export const deadlineOf = (call: CallContext): number =>
  call.deadline_millis ?? Date.now() + DEFAULT_DEADLINE_MILLIS;

/** Longest delay `setTimeout` understands. */
const MAX_TIMER_MILLIS = 2 ** 31 - 1;

/** What a caller gets when the time is over before the answer is there. */
export const deadlineExceeded = () =>
  statusError(503, 'The service took too long to answer. Please try again.', { 'retry-after': '1' });

/** PostgreSQL: a NUL character in a text, JSON that is nested too deeply. The caller sent it. */
const UNSTORABLE = new Set(['22021', '22P05', '54001']);

const isUnstorable = (error: unknown): boolean =>
  UNSTORABLE.has(String((error as { code?: unknown } | null)?.code));

/**
 * Turns whatever an RPC threw into what may leave it. Bugs are logged with their stack here, because
 * this is the last place that sees them; outages without, because the stack says nothing.
 */
export const toPublicError = (
  error: unknown,
  context: { log: Log; method: string; call: CallContext },
): Error => {
  if (isPublicError(error)) return error;
  if (isUnstorable(error)) return statusError(400, 'The request holds text or data that cannot be stored.');
  const { log, method, call } = context;
  const where = { method, request_id: call.request_id, project_id: call.project_id };
  if (isOutage(error)) {
    log.warn({ ...where, reason: (error as Error).message }, 'rpc failed: a dependency is unavailable');
    return unavailable();
  }
  // The other side of a nested call has logged its own bug already.
  if (!(error instanceof InternalError)) log.error({ ...where, err: error }, 'rpc failed');
  return new InternalError();
};

/**
 * Runs the work and rejects at the deadline; then, and when the caller goes away, the work's signal
 * fires. The work may go on unobserved, as it does on the far side of a wire.
 */
const withDeadline = <T>(call: CallContext, deadline: number, work: (signal: AbortSignal) => Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const expire = () => {
      abort();
      reject(deadlineExceeded());
    };
    const timer = setTimeout(expire, Math.max(0, Math.min(deadline - Date.now(), MAX_TIMER_MILLIS)));
    // Not AbortSignal.any: this runs for every call, and plain listeners cost a tenth of it.
    call.signal?.addEventListener('abort', abort, { once: true });
    if (call.signal?.aborted) abort();
    const done = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', abort);
    };
    work(controller.signal).finally(done).then(resolve, reject);
  });

/** One method of an in-process client. */
const bindMethod = (method: MethodLike, rpc: AnyRpc, log: () => Log): AnyRpc => {
  return async (request, call) => {
    const deadline_millis = deadlineOf(call);
    try {
      const copy = method.requestType.fromPartial(request) as never;
      const work = async (signal: AbortSignal) => rpc(copy, { ...call, deadline_millis, signal });
      const response = await withDeadline(call, deadline_millis, work);
      return method.responseType.fromPartial(response as never);
    } catch (error) {
      throw toPublicError(error, { log: log(), method: method.name, call });
    }
  };
};

let fallbackLog: Log | undefined;
const defaultLog = (): Log => (fallbackLog ??= createLog({ name: 'rpc', level: process.env.LOG_LEVEL }));

/** The client of a service that runs in this process. */
export const inProcess = <D extends ServiceDefinitionLike>(
  definition: D,
  rpcs: Rpcs<D>,
  options: { log?: Log } = {},
): Rpcs<D> => {
  const log = () => options.log ?? defaultLog();
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    const named = { ...method, name: `${definition.fullName}/${method.name}` };
    const rpc = (rpcs as Record<string, AnyRpc>)[key];
    if (!rpc) throw new TypeError(`${named.name} has no implementation.`);
    return [key, bindMethod(named, rpc, log)];
  });
  return Object.fromEntries(methods) as Rpcs<D>;
};
