/** How call contexts and errors travel in gRPC: one binary metadata entry each, holding JSON. */
import { Metadata, status as grpcStatus, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import type { CallContext } from '../call.ts';
import { InternalError, KnownError, StatusError, statusError, unavailable } from '../errors.ts';
import { deadlineExceeded, type MethodLike, type ServiceDefinitionLike } from './unary.ts';
import { messageReader } from '../proto-reader.ts';

const CALL_KEY = 'portico-call-bin';
const ERROR_KEY = 'portico-error-bin';

/** HTTP/2 header blocks are limited; a longer public sentence is cut rather than the call lost. */
const MAX_ERROR_TEXT = 16_000;

/** Largest message either side accepts, in bytes: some users with as much metadata as requests can bring. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The part of a context that is metadata. */
type Travelling = Omit<CallContext, 'signal' | 'deadline_millis'>;

/** A public error as JSON; `code` only for errors of the catalogue. */
interface ErrorTrailer {
  code?: string;
  status: number;
  message: string;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The context as metadata. The deadline travels as gRPC's own, the signal as cancellation. */
export const encodeCall = (call: CallContext): Metadata => {
  const { signal: _signal, deadline_millis: _deadline, ...travelling } = call;
  const metadata = new Metadata();
  metadata.set(CALL_KEY, Buffer.from(JSON.stringify(travelling)));
  return metadata;
};

/** Undefined when the caller sent no context, which only a foreign client does. */
export const decodeCall = (metadata: Metadata): Travelling | undefined => {
  const [value] = metadata.get(CALL_KEY);
  return value === undefined ? undefined : (JSON.parse(value.toString()) as Travelling);
};

/** gRPC status for tools that only know gRPC; our own client reads the trailer. */
const GRPC_STATUS: Record<number, grpcStatus> = {
  400: grpcStatus.INVALID_ARGUMENT,
  401: grpcStatus.UNAUTHENTICATED,
  403: grpcStatus.PERMISSION_DENIED,
  404: grpcStatus.NOT_FOUND,
  409: grpcStatus.ALREADY_EXISTS,
  429: grpcStatus.RESOURCE_EXHAUSTED,
  503: grpcStatus.UNAVAILABLE,
};

const toTrailer = (error: KnownError | StatusError): ErrorTrailer => {
  const message = error.message.slice(0, MAX_ERROR_TEXT);
  if (error instanceof StatusError) return { status: error.status, message, headers: error.headers };
  const trailer = { code: error.code, status: error.status, message, details: error.details };
  const size = Buffer.byteLength(JSON.stringify(trailer));
  if (size <= 2 * MAX_ERROR_TEXT) return trailer;
  // Only SCHEMA_ERROR can repeat much of a request: the text is in both places.
  return { ...trailer, details: shorten(error.details) };
};

const shorten = (details: KnownError['details']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, MAX_ERROR_TEXT) : value,
    ]),
  );

/** A public error as the answer of a gRPC server. */
export const encodeError = (error: Error): Partial<StatusObject> => {
  if (!(error instanceof KnownError || error instanceof StatusError)) {
    return { code: grpcStatus.INTERNAL, details: 'internal error' };
  }
  const metadata = new Metadata();
  metadata.set(ERROR_KEY, Buffer.from(JSON.stringify(toTrailer(error))));
  const code = GRPC_STATUS[error.status] ?? grpcStatus.FAILED_PRECONDITION;
  // The status text is percent-encoded on the wire; the code says enough there.
  return { code, details: error instanceof KnownError ? error.code : `HTTP ${error.status}`, metadata };
};

/** The error a client throws for what came back over the wire. */
export const decodeError = (error: ServiceError): Error => {
  const [value] = error.metadata?.get(ERROR_KEY) ?? [];
  if (value !== undefined) {
    const { code, status, message, details, headers } = JSON.parse(value.toString()) as ErrorTrailer;
    return code === undefined
      ? new StatusError(status, message, headers)
      : new KnownError({ code, status, message, details });
  }
  if (error.code === grpcStatus.UNAVAILABLE || error.code === grpcStatus.CANCELLED) return unavailable();
  if (error.code === grpcStatus.DEADLINE_EXCEEDED) return deadlineExceeded();
  if (error.code === grpcStatus.RESOURCE_EXHAUSTED) return statusError(413, 'The request is too large.');
  return new InternalError();
};

export const methodPath = (definition: ServiceDefinitionLike, method: MethodLike): string =>
  `/${definition.fullName}/${method.name}`;

/** Message codec of one method in the form grpc-js wants. */
export const codec = (type: MethodLike['requestType']) => ({
  serialize: (message: unknown): Buffer => Buffer.from(type.encode(message as never).finish()),
  deserialize: (bytes: Buffer): unknown => type.decode(messageReader(bytes)),
});
