/** Finds the route of a request, and answers what needs none: preflights, wrong methods and paths. */
import { statusError } from '@portico/platform/errors';
import { newRequestId } from '@portico/platform/ids';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayContext } from '../context.ts';
import { createEndpoint, createEndpoints } from './endpoint.ts';
import { requestHeaders } from './headers.ts';
import { createPathTable } from './path-table.ts';
import { route, type Method, type Route } from './route.ts';
import { createRunner } from './run-endpoint.ts';
import { sendEmpty, sendError, type Exchange } from './send.ts';

export interface RouteTables {
  /** Below `/api/v1` and `/api/latest`. */
  readonly api: readonly Route[];
  /** Below `/`. */
  readonly root: readonly Route[];
}

export type RequestHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** Runs the same steps as a real route, so that bad credentials are reported first. */
const unknownPath = route({
  method: 'GET',
  path: '/(unknown)',
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

const belowBase = (path: string): string | undefined => {
  for (const base of BASES) {
    if (path === base) return '/';
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
  }
  return undefined;
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

const splitUrl = (url: string): { path: string; query: string } => {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
};

export const createApi = (context: GatewayContext, tables: RouteTables): RequestHandler => {
  const api = createPathTable(createEndpoints(tables.api));
  const root = createPathTable(createEndpoints(tables.root));
  const nowhere = createEndpoint(unknownPath);
  const run = createRunner(context);
  return (req, res, next) => {
    const started_at = performance.now();
    const { path, query } = splitUrl(req.url ?? '/');
    const is_api = path.startsWith('/api/');
    const below = is_api ? belowBase(path) : path;
    const found = below === undefined ? undefined : (is_api ? api : root).find(below);
    if (!found && !is_api) return next();
    const exchange = newExchange(req, res, is_api);
    if (is_api && req.method === 'OPTIONS') return sendEmpty(exchange, 200);
    if (is_api && path.endsWith('/')) return redirectWithoutSlash(exchange, path, query);
    const endpoint = found?.methods.get(req.method as Method);
    if (found && !endpoint) return sendEmpty(exchange, 405);
    if (!METHODS.has(req.method ?? ''))
      return sendError(exchange, statusError(405, 'This method is not supported.'));
    const params = found?.params ?? {};
    void run({ exchange, req, endpoint: endpoint ?? nowhere, params, path, query, started_at });
  };
};
