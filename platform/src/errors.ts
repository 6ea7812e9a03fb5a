/**
 * The only errors that may reach a caller. A `KnownError` is a row of the catalogue
 * (`known-errors.ts`), a `StatusError` is a plain sentence with an HTTP status. Anything else thrown
 * is a bug or an outage: it is logged where it happened and leaves as one of the two fixed sentences
 * below, so that nothing about the inside travels.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface KnownErrorOptions {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details?: ErrorDetails;
}

/** An error of the catalogue: stable code, HTTP status, optional details; `message` is for people. */
export class KnownError extends Error {
  readonly code: string;
  readonly status: number;
  declare readonly details?: ErrorDetails;

  constructor({ code, status, message, details }: KnownErrorOptions) {
    super(message);
    this.name = 'KnownError';
    this.code = code;
    this.status = status;
    if (details !== undefined) this.details = details;
  }
}

/** An answer without a code: `message` goes out as plain text with this HTTP status. */
export class StatusError extends Error {
  readonly status: number;
  /** Response headers to add, lower-case names, e.g. `{'retry-after': '30'}`. */
  declare readonly headers?: Record<string, string>;

  constructor(status: number, text: string, headers?: Record<string, string>) {
    super(text);
    this.name = 'StatusError';
    this.status = status;
    if (headers !== undefined) this.headers = headers;
  }
}

/** What a caller learns about a bug on the other side: that there was one. Answered as 500. */
export class InternalError extends Error {
  readonly status = 500;

  constructor() {
    super('internal error');
    this.name = 'InternalError';
  }
}

/** The process cannot start (database unreachable, port taken); the message is one sentence. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

export const statusError = (status: number, text: string, headers?: Record<string, string>): StatusError =>
  new StatusError(status, text, headers);

/** The answer while something we depend on is down; callers may retry after a second. */
export const unavailable = (): StatusError =>
  statusError(503, 'The service is temporarily unavailable. Please try again.', { 'retry-after': '1' });

// prettier-ignore
const OUTAGE_CODES = new Set([
  // Sockets and name resolution.
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH',
  // PostgreSQL: shutting down, crashed, starting up, out of connections, read-only after a failover.
  '57P01', '57P02', '57P03', '53300', '25006',
]);

/** node-postgres reports a lost connection as a bare sentence, without a code. */
const OUTAGE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|not queryable|after calling end/i;

/** Whether an error says that a dependency is out of reach, as opposed to a bug. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (OUTAGE_CODES.has(code) || /^08\w{3}$/.test(code))) return true;
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true;
  return OUTAGE_MESSAGE.test(error.message);
};

/** True for the errors that travel as they are. */
export const isPublicError = (error: unknown): error is KnownError | StatusError =>
  error instanceof KnownError || error instanceof StatusError;
