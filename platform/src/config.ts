/** Configuration: one typed, frozen object a process, read from the environment once. */
import { z } from 'zod';
import { isKeyring } from './keyring.ts';

/** One sentence that names every bad variable; the process prints it and ends. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** An empty variable counts as absent: charts and compose files write `NAME=""` for "not set". */
const withoutEmpty = (env: Record<string, string | undefined>): Record<string, string> => {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]?.trim());
  return Object.fromEntries(entries);
};

/** The sentence never repeats a value, because a mistyped variable may hold a secret. */
const describe = (issue: z.core.$ZodIssue, env: Record<string, string>): string => {
  const name = String(issue.path[0] ?? 'environment');
  if (env[name] === undefined) return `${name} is missing`;
  const text = issue.message.replace(/^Invalid input: /, '').replace(/, received .*$/, '');
  return `${name} is wrong (${text.charAt(0).toLowerCase()}${text.slice(1)})`;
};

/**
 * @throws ConfigError naming every missing or wrong variable at once.
 */
export const loadConfig = <S extends z.ZodObject>(
  schema: S,
  env: Record<string, string | undefined> = process.env,
): Readonly<z.infer<S>> => {
  const present = withoutEmpty(env);
  const parsed = schema.safeParse(present);
  if (parsed.success) return Object.freeze(parsed.data);
  const problems = [...new Set(parsed.error.issues.map((issue) => describe(issue, present)))];
  throw new ConfigError(`The configuration cannot be used: ${problems.join('; ')}.`);
};

/** Field schemas for what environment variables usually hold. */
export const fields = {
  port: (otherwise: number) => z.coerce.number().int().min(0).max(65_535).default(otherwise),
  /** `on`/`off`, `true`/`false`, `1`/`0`. */
  flag: (otherwise: boolean) =>
    z
      .enum(['on', 'off', 'true', 'false', '1', '0'])
      .default(otherwise ? 'on' : 'off')
      .transform((text) => text === 'on' || text === 'true' || text === '1'),
  /** Comma-separated, blanks dropped. */
  list: () =>
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ),
  url: () => z.url(),
  /** What Kafka allows in the name of a topic, short enough to leave room for ours. */
  kafka_prefix: () =>
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/, 'expected at most 100 of a-z, A-Z, 0-9, ".", "_" and "-"')
      .default(''),
  /** Newest key first. */
  keyring: () => z.string().refine(isKeyring, 'expected <id>:<base64 of 32 bytes>, separated by commas'),
  log_level: () => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/**
 * The variables every service process understands; a service spreads them into its own schema.
 * `HTTP_PORT` (health, metrics) is the gRPC port plus 100 by convention.
 */
export const serviceFields = (grpc_port: number) => ({
  GRPC_PORT: fields.port(grpc_port),
  HTTP_PORT: fields.port(grpc_port + 100),
  LOG_LEVEL: fields.log_level(),
  PORTICO_DATABASE_URL: z.string().min(1),
  PORTICO_REDIS_URL: z.string().optional(),
  PORTICO_KAFKA_BROKERS: fields.list(),
  PORTICO_KAFKA_PREFIX: fields.kafka_prefix(),
});

const SECRET_NAME = /KEY|SECRET|PASSWORD|TOKEN/;

/** The configuration as it may be printed at start: secrets and passwords inside URLs left out. */
export const printableConfig = (config: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (SECRET_NAME.test(name) && value !== undefined) return [name, '[redacted]'];
      if (typeof value === 'string') return [name, value.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:[redacted]@')];
      return [name, value];
    }),
  );
