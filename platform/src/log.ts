import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Keys whose values are secrets wherever they appear, up to two objects deep. */
// prettier-ignore
const SECRET_KEYS = [
  'password', 'old_password', 'password_hash', 'code', 'secret', 'token', 'access_token', 'refresh_token',
  'client_secret', 'authorization', 'cookie', 'api_key', 'totp', 'totp_secret_base64', 'attempt_code',
  'polling_code', 'login_code', 'nonce', 'encrypted_value', 'link',
  '["x-stack-access-token"]', '["x-stack-refresh-token"]', '["x-stack-secret-server-key"]',
  '["x-stack-super-secret-admin-key"]', '["x-stack-publishable-client-key"]', '["x-stack-admin-access-token"]',
];

const below = (parent: string, key: string): string =>
  key.startsWith('[') ? parent + key : `${parent}.${key}`;

const redactPaths = SECRET_KEYS.flatMap((key) => [key, below('*', key), below('*.*', key)]);

/**
 * An error as it is logged. Only these fields: driver errors carry the statement and its parameters,
 * which hold personal data and secrets.
 */
export const loggedError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { error_code: code } : {}),
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
};

export interface LogOptions {
  /** The process or service, on every line. */
  readonly name: string;
  /** pino level; `silent` writes nothing. */
  readonly level?: string;
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
}

/** JSON lines with an ISO time. Log errors as `log.error({ err }, 'what failed')`. */
export const createLog = ({ name, level = 'info', destination }: LogOptions): Log => {
  const options = {
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    redact: { paths: redactPaths, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
};
