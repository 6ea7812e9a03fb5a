/** A route made ready to run: validator and views compiled once. */
import type { AccessType, CallContext } from '@portico/platform/call';
import type { User } from '@portico/proto/identity/v1/users';
import type { IncomingMessage } from 'node:http';
import type { GatewayContext } from '../context.ts';
import { firstFitting } from './overloads.ts';
import { Reply, json, text, binary } from './reply.ts';
import { schemaFor, type Route, type RouteRequest } from './route.ts';
import { createValidator, type RawRequest, type ValidRequest, type Validator } from './validate.ts';
import { compileView } from './view.ts';

export interface Invocation {
  readonly raw: RawRequest;
  readonly call: CallContext;
  readonly user: User | undefined;
  readonly context: GatewayContext;
  readonly req: IncomingMessage;
  /** Address that limits count against. */
  readonly address: string;
}

export interface Endpoint {
  readonly route: Route;
  readonly method: Route['method'];
  readonly path: string;
  run(invocation: Invocation): Promise<Reply>;
}

type Present = (result: unknown, access_type: AccessType | undefined) => Reply;

const present = (route: Route): Present => {
  const { response } = route;
  if (response === 'text' || response === 'empty') return (result) => text(result as string);
  if (response === 'binary') return (result) => binary(result as Uint8Array);
  const client = compileView(schemaFor(response, 'client'));
  const server = compileView(schemaFor(response, 'server'));
  return (result, access_type) => json((access_type === 'client' ? client : server)(result));
};

/** A reply of the handler's own keeps its headers; only the body of a success is cut to the view. */
const finish = (result: unknown, cut: Present, access_type: AccessType | undefined): Reply => {
  if (!(result instanceof Reply)) return cut(result, access_type);
  const { kind, body, status, headers } = result;
  if (kind !== 'json' || (status ?? 200) >= 400) return result;
  return json(cut(body, access_type).body, { status, headers });
};

const subjectOf = (by: 'email' | 'user' | undefined, request: RouteRequest): string | undefined => {
  if (by === 'user') return request.user?.id;
  const email: unknown = by === 'email' ? (request.body as unknown as { email?: unknown }).email : undefined;
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
};

interface Shape {
  readonly route: Route;
  readonly validate: Validator;
  readonly cut: Present;
}

const runShape = async (
  { route, cut }: Shape,
  valid: ValidRequest,
  { raw, call, user, context, req, address }: Invocation,
): Promise<Reply> => {
  const { access_type, project_id } = call;
  const { limit, handler } = route;
  const { services } = context;
  const request = { ...valid, call, user, context, services, req, path: raw.path } as RouteRequest;
  const subject = subjectOf(limit?.by, request);
  const attempt = limit && { name: limit.name, address, project_id, access_type, subject };
  if (attempt) await context.limits.attempt(attempt);
  const result = await handler(request);
  if (attempt && limit?.forgiven_by_success) await context.limits.forgive(attempt);
  return finish(result, cut, access_type);
};

/** Several routes of one method and path are request shapes of which the first that fits runs. */
export const createEndpoint = (route: Route, ...others: readonly Route[]): Endpoint => {
  const prepare = (one: Route): Shape => ({ route: one, validate: createValidator(one), cut: present(one) });
  const first = prepare(route);
  const shapes = [first, ...others.map(prepare)];
  const run = (invocation: Invocation): Promise<Reply> => {
    const { raw, call, user } = invocation;
    const caller = { access_type: call.access_type, user_id: user?.id };
    if (others.length === 0) return runShape(first, first.validate(raw, caller), invocation);
    const [shape, valid] = firstFitting(shapes.map((one) => () => [one, one.validate(raw, caller)] as const));
    return runShape(shape, valid, invocation);
  };
  return { route, method: route.method, path: route.path, run: async (invocation) => run(invocation) };
};

/** One endpoint for each method and path. */
export const createEndpoints = (routes: readonly Route[]): Endpoint[] => {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    groups.set(name, [...(groups.get(name) ?? []), route]);
  }
  return [...groups.values()].flatMap(([route, ...others]) =>
    route ? [createEndpoint(route, ...others)] : [],
  );
};
