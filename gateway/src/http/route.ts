/**
 * A route is a value. Routing, access, validation, the shape of the answer and the documentation are
 * all read from it; the handler parses nothing and decides nothing about headers.
 */
import type { AccessType, CallContext } from '@portico/platform/call';
import type { KnownErrorCode } from '@portico/platform/known-errors';
import type { User } from '@portico/proto/identity/v1/users';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { GatewayContext } from '../context.ts';
import type { Headers } from './headers.ts';
import type { LimitName } from './rate-limits.ts';
import type { Reply } from './reply.ts';
import type { Sendable } from './view.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Rights grow from left to right; what a weaker type may do, a stronger one may. */
export const accessTypes = ['client', 'server', 'admin'] as const satisfies readonly AccessType[];

/** `open` needs no credentials; otherwise the weakest access type that may call. */
export type RouteAccess = 'open' | AccessType;

/** One schema for all, or one for clients and one for everybody stronger. */
export type ByAccess<S extends z.ZodType> = S | { readonly client: S; readonly server: S };

type Strongest<V> = V extends { readonly server: infer S extends z.ZodType } ? S : V;
type Output<V> = Strongest<V> extends z.ZodType ? z.output<Strongest<V>> : undefined;

export interface RequestSchemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: ByAccess<z.ZodType>;
  readonly headers?: z.ZodObject;
}

/** A JSON view, or a body of another kind. */
export type ResponseSchema = ByAccess<z.ZodType> | 'text' | 'binary' | 'empty';

/** What a handler gets: validated input, the caller, and the services. */
export interface RouteRequest<Q extends RequestSchemas = RequestSchemas> {
  readonly params: Output<Q['params']>;
  readonly query: Output<Q['query']>;
  readonly body: Output<Q['body']>;
  readonly headers: Output<Q['headers']>;
  readonly call: CallContext;
  /** The current user, when the access token names one that exists. */
  readonly user: User | undefined;
  readonly context: GatewayContext;
  readonly services: GatewayContext['services'];
  readonly req: IncomingMessage;
  /** The path as requested, without the query string. */
  readonly path: string;
}

type HandlerResult<R> =
  | Reply
  | (R extends string
      ? string | Uint8Array
      : Strongest<R> extends z.ZodType
        ? Sendable<z.output<Strongest<R>>>
        : never);

export interface RouteDefinition<
  Q extends RequestSchemas = RequestSchemas,
  R extends ResponseSchema = ResponseSchema,
> {
  readonly method: Method;
  /** Below the base path, with `:name` for parameters. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly summary: string;
  /** Longer text for the documentation. */
  readonly description?: string;
  readonly request?: Q;
  readonly response: R;
  /** 200 unless the route creates something. */
  readonly status?: number;
  /** A missing user is a `SCHEMA_ERROR`. Handlers that answer otherwise check themselves. */
  readonly user?: 'schema';
  /** Signing out and refreshing look the session up themselves. */
  readonly accepts_revoked_session?: boolean;
  /** A guarded route: which limit, and what an attempt is counted against besides the address. */
  readonly limit?: {
    readonly name: LimitName;
    readonly by?: 'email' | 'user';
    /** A success proves who is calling, so that earlier tries do not count any more. */
    readonly forgiven_by_success?: boolean;
  };
  /** Headers of every answer, errors included, from what was sent; nothing has been validated yet. */
  readonly answer_headers?: (sent: { query: unknown; body: unknown }) => Headers;
  /** Largest body in bytes. */
  readonly body_limit?: number;
  /** Left out of the documentation. */
  readonly is_alias?: boolean;
  /** Codes beyond those of every route, for the documentation. */
  readonly errors?: readonly KnownErrorCode[];
}

export interface Route extends RouteDefinition {
  readonly handler: (request: RouteRequest) => Promise<unknown>;
}

export const route = <const Q extends RequestSchemas, const R extends ResponseSchema>(
  definition: RouteDefinition<Q, R> & {
    readonly handler: (request: RouteRequest<Q>) => Promise<HandlerResult<R>> | HandlerResult<R>;
  },
): Route => definition as unknown as Route;

const isByAccess = (schemas: unknown): schemas is { client: z.ZodType; server: z.ZodType } =>
  typeof schemas === 'object' && schemas !== null && 'server' in schemas && !('_zod' in schemas);

/** The schema that counts for an access type. */
export const schemaFor = <S extends z.ZodType>(schemas: ByAccess<S>, access: AccessType | undefined): S => {
  if (!isByAccess(schemas)) return schemas as S;
  return (access === 'client' || access === undefined ? schemas.client : schemas.server) as S;
};

/** The access types that may call a route. */
export const allowedAccess = (access: RouteAccess): readonly AccessType[] =>
  access === 'open' ? accessTypes : accessTypes.slice(accessTypes.indexOf(access));
