/** Judges the parts of a request against a route's schemas and lists every problem. */
import type { AccessType } from '@portico/platform/call';
import type { KnownError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { z } from 'zod';
import { acceptsMe } from './fields.ts';
import { reasons, schemaErrorText } from './reasons.ts';
import { allowedAccess, schemaFor, type ByAccess, type Route } from './route.ts';

/** What was sent, before any schema looked at it. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
}

export interface Caller {
  /** Undefined for unauthenticated requests. */
  readonly access_type: AccessType | undefined;
  readonly user_id: string | undefined;
}

export interface ValidRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
}

type Part = 'params' | 'query' | 'body' | 'headers';
const PARTS: readonly Part[] = ['params', 'query', 'body', 'headers'];

interface PartRules {
  readonly part: Part;
  readonly client: z.ZodType;
  readonly server: z.ZodType;
  /** Fields where `me` stands for the current user. */
  readonly me_fields: readonly string[];
}

/** @throws KnownError when the request does not fit the route. */
export type Validator = (raw: RawRequest, caller: Caller) => ValidRequest;

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  'shape' in schema ? (schema.shape as Record<string, z.ZodType>) : {};

const rulesOf = (part: Part, schemas: ByAccess<z.ZodType>): PartRules => {
  const client = schemaFor(schemas, 'client');
  const server = schemaFor(schemas, 'server');
  const fields = Object.entries({ ...shapeOf(client), ...shapeOf(server) });
  const me_fields = fields.filter(([, field]) => acceptsMe(field)).map(([name]) => name);
  return { part, client, server, me_fields };
};

const withoutUser = (): KnownError => knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();

const replaceMe = (value: unknown, me_fields: readonly string[], user_id: string | undefined): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const row = value as Record<string, unknown>;
  const named = me_fields.filter((name) => row[name] === 'me');
  if (named.length === 0) return value;
  if (user_id === undefined) throw withoutUser();
  return { ...row, ...Object.fromEntries(named.map((name) => [name, user_id])) };
};

const checkAccess = (route: Route, access_type: AccessType | undefined): void => {
  if (route.access === 'open') return;
  if (access_type === undefined) throw knownErrors.ACCESS_TYPE_REQUIRED();
  const allowed = allowedAccess(route.access);
  if (allowed.includes(access_type)) return;
  throw knownErrors.INSUFFICIENT_ACCESS_TYPE({
    actual_access_type: access_type,
    allowed_access_types: [...allowed],
  });
};

const withMe = (
  rules: readonly PartRules[],
  raw: RawRequest,
  user_id: string | undefined,
): Record<Part, unknown> => {
  const parts: Record<Part, unknown> = {
    params: raw.params,
    query: raw.query,
    body: raw.body,
    headers: raw.headers,
  };
  for (const { part, me_fields } of rules) {
    if (me_fields.length > 0) parts[part] = replaceMe(parts[part], me_fields, user_id);
  }
  return parts;
};

const REPORT = { reportInput: true } as const;

/** Compiled once a route. Parts without a schema are passed by. */
export const createValidator = (route: Route): Validator => {
  const schemas = route.request ?? {};
  const rules = PARTS.flatMap((part) => (schemas[part] ? [rulesOf(part, schemas[part])] : []));
  return (raw, caller) => {
    const parts = withMe(rules, raw, caller.user_id);
    checkAccess(route, caller.access_type);
    const problems: string[] = [];
    if (route.user === 'schema' && caller.user_id === undefined) problems.push('auth.user must be defined');
    const valid: Record<Part, unknown> = {
      params: undefined,
      query: undefined,
      body: undefined,
      headers: undefined,
    };
    for (const { part, client, server } of rules) {
      const schema = caller.access_type === 'server' || caller.access_type === 'admin' ? server : client;
      const parsed = schema.safeParse(parts[part], REPORT);
      if (parsed.success) valid[part] = parsed.data;
      else problems.push(...reasons(part, parsed.error.issues));
    }
    if (problems.length > 0) {
      throw knownErrors.SCHEMA_ERROR({ message: schemaErrorText(raw.method, raw.path, problems) });
    }
    return valid;
  };
};
