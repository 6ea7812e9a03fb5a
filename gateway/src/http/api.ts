/** From a raw request to an answer: the order of steps that every route shares. */
import type { AccessType, CallContext } from '@portico/platform/call';
import { isPublicError, KnownError, statusError, InternalError } from '@portico/platform/errors';
import { newRequestId } from '@portico/platform/ids';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authentication } from '../access/access.ts';
import type { GatewayContext } from '../context.ts';
import { readBody } from './body.ts';
import { createClientAddresses } from './client-address.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { requestHeaders } from './headers.ts';
import { createPathTable } from './path-table.ts';
import { parseFlat } from './query.ts';
import { logRequest } from './request-log.ts';
import { route, type Method, type Route } from './route.ts';
import { sendEmpty, sendError, sendReply, type Exchange } from './send.ts';

export interface RouteTables {
  /** Below `/api/v1` and `/api/latest`. */
  readonly api: readonly Route[];
  /** Below `/`. */
  readonly root: readonly Route[];
}

export type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

interface Target {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Runs the same steps as a real route, so that bad credentials are reported first. */
const unknownPath = route({
  method: 'GET',
  path: '/',
  access: 'open',
  summary: 'Unknown path',
  response: 'text',
  handler: ({ req }) => {
    throw statusError(
      404,
      `There is nothing at ${(req.url ?? '').slice(0, 2_000)}. Please check the address.`,
    );
  },
});

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const BASES = ['/api/v1', '/api/latest'];

const subPath = (path: string): string | undefined => {
  for (const base of BASES) {
    if (path === base) return '/';
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
  }
  return undefined;
};

/** Failed checks of keys and tokens; many of them from one address are guessing. */
const isRefusedCredential = (error: unknown): boolean =>
  error instanceof KnownError && error.status === 401 && /^(INVALID|UNPARSABLE)_/.test(error.code);

interface Step {
  readonly exchange: Exchange;
  readonly req: IncomingMessage;
  readonly target: Target;
  readonly path: string;
  readonly query: string;
}

export const createApi = (context: GatewayContext, tables: RouteTables): RequestHandler => {
  const api = createPathTable(tables.api.map(createEndpoint));
  const root = createPathTable(tables.root.map(createEndpoint));
  const nowhere: Target = { endpoint: createEndpoint(unknownPath), params: {} };
  const addresses = createClientAddresses(context.config.PORTICO_TRUSTED_PROXIES);
  const { access, limits, log } = context;

  const authenticate = async (
    { req, exchange, target }: Step,
    address: string,
  ): Promise<Authentication | undefined> => {
    const accepts_revoked_session = target.endpoint.route.accepts_revoked_session === true;
    try {
      return await access.authenticate(req.headers, {
        request_id: exchange.request_id,
        accepts_revoked_session,
      });
    } catch (error) {
      if (isRefusedCredential(error)) await limits.refused(address);
      throw error;
    }
  };

  const callContext = ({ req, exchange }: Step, auth: Authentication | undefined): CallContext => ({
    request_id: exchange.request_id,
    project_id: auth?.project_id ?? '',
    branch_id: auth?.branch_id ?? 'main',
    access_type: auth?.access_type,
    user_id: auth?.user?.id,
    session_id: auth?.token?.session_id,
    is_anonymous: auth?.user?.is_anonymous,
    end_user_ip_info: req.method === 'POST' ? addresses.endUserIpInfo(req) : undefined,
  });

  const answer = async (step: Step) => {
    const { req, target, path, query } = step;
    const { route } = target.endpoint;
    const address = addresses.clientAddress(req);
    if (!hasServerKey(req)) await limits.request(address);
    const body = req.method === 'GET' ? undefined : await readBody(req, route.body_limit);
    const auth = await authenticate(step, address);
    const method = req.method ?? '';
    const raw = { method, path, params: target.params, query: parseFlat(query), body, headers: req.headers };
    return target.endpoint.run({
      raw,
      call: callContext(step, auth),
      user: auth?.user,
      context,
      req,
      address,
    });
  };

  const run = async (step: Step, started_at: number): Promise<void> => {
    const { exchange, req, target } = step;
    let status = 500;
    try {
      const reply = await answer(step);
      status = reply.status ?? target.endpoint.route.status ?? 200;
      sendReply(exchange, reply, status);
    } catch (error) {
      if (isPublicError(error)) status = error.status;
      else if (!(error instanceof InternalError))
        log.error({ err: error, request_id: exchange.request_id }, 'request failed');
      sendError(exchange, error);
    }
    const { request_id, res } = exchange;
    logRequest(log, { req, res, request_id, route: target.endpoint.path, started_at }, status);
  };

  return (req, res, next) => {
    const started_at = performance.now();
    const url = req.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const is_api = path.startsWith('/api/');
    const exchange = newExchange(req, res, is_api);
    if (is_api && req.method === 'OPTIONS') return sendEmpty(exchange, 200);
    if (is_api && path.endsWith('/')) return redirectWithoutSlash(exchange, path, query);
    const sub = is_api ? subPath(path) : path;
    const found = sub === undefined ? undefined : (is_api ? api : root).find(sub);
    if (!found && !is_api) return next();
    const endpoint = found?.methods.get(req.method as Method);
    if (found && !endpoint) return sendEmpty(exchange, 405);
    if (!METHODS.has(req.method ?? ''))
      return sendError(exchange, statusError(405, 'This method is not supported.'));
    const target = found && endpoint ? { endpoint, params: found.params } : nowhere;
    void run({ exchange, req, target, path, query }, started_at);
  };
};

const newExchange = (req: IncomingMessage, res: ServerResponse, is_api: boolean): Exchange => ({
  res,
  request_id: newRequestId(),
  is_api,
  override_status: req.headers[requestHeaders.override_error_status] !== undefined,
  indent: req.headers.accept?.includes('text/html') ?? false,
});

/** A path of only slashes would otherwise lead to another host. */
const redirectWithoutSlash = (exchange: Exchange, path: string, query: string): void => {
  const location = `/${path.replace(/^\/+|\/+$/g, '')}${query === '' ? '' : `?${query}`}`;
  sendEmpty(exchange, 308, { location });
};

const hasServerKey = (req: IncomingMessage): boolean => {
  const type = req.headers[requestHeaders.access_type] as AccessType | undefined;
  return type === 'server' || type === 'admin';
};
