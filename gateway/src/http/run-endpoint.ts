/** From a routed request to its answer: limits, body, credentials, handler, errors, log. */
import type { AccessType, CallContext } from '@portico/platform/call';
import { InternalError, isPublicError, KnownError } from '@portico/platform/errors';
import type { IncomingMessage } from 'node:http';
import type { Authentication } from '../access/access.ts';
import type { GatewayContext } from '../context.ts';
import { readBody } from './body.ts';
import { createClientAddresses } from './client-address.ts';
import type { Endpoint } from './endpoint.ts';
import { requestHeaders } from './headers.ts';
import { parseFlat } from './query.ts';
import type { Reply } from './reply.ts';
import { logRequest } from './request-log.ts';
import { sendError, sendReply, type Exchange } from './send.ts';

export interface RoutedRequest {
  readonly exchange: Exchange;
  readonly req: IncomingMessage;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly query: string;
  readonly started_at: number;
}

/** Failed checks of keys and tokens; many of them from one address are guessing. */
const isRefusedCredential = (error: unknown): boolean =>
  error instanceof KnownError && error.status === 401 && /^(INVALID|UNPARSABLE)_/.test(error.code);

/** Says nothing about the key, which may be missing or wrong. */
const claimsServerAccess = (req: IncomingMessage): boolean => {
  const type = req.headers[requestHeaders.access_type] as AccessType | undefined;
  return type === 'server' || type === 'admin';
};

/** Never rejects: whatever happens is answered. */
export const createRunner = (context: GatewayContext): ((request: RoutedRequest) => Promise<void>) => {
  const addresses = createClientAddresses(context.config.PORTICO_TRUSTED_PROXIES);
  const { access, limits, log } = context;

  const authenticate = async (
    request: RoutedRequest,
    address: string,
  ): Promise<Authentication | undefined> => {
    const { request_id } = request.exchange;
    const accepts_revoked_session = request.endpoint.route.accepts_revoked_session === true;
    try {
      return await access.authenticate(request.req.headers, { request_id, accepts_revoked_session });
    } catch (error) {
      if (isRefusedCredential(error)) await limits.refused(address);
      throw error;
    }
  };

  const callContext = ({ req, exchange }: RoutedRequest, auth: Authentication | undefined): CallContext => ({
    request_id: exchange.request_id,
    project_id: auth?.project_id ?? '',
    branch_id: auth?.branch_id ?? 'main',
    access_type: auth?.access_type,
    user_id: auth?.user?.id,
    session_id: auth?.token?.session_id,
    is_anonymous: auth?.user?.is_anonymous,
    end_user_ip_info: req.method === 'POST' ? addresses.endUserIpInfo(req) : undefined,
  });

  /** Whoever claims server access is counted as well, unless the claim turns out to be true. */
  const counted = async <T>(req: IncomingMessage, address: string, admit: () => Promise<T>): Promise<T> => {
    if (!claimsServerAccess(req)) {
      await limits.request(address);
      return admit();
    }
    try {
      return await admit();
    } catch (error) {
      await limits.request(address);
      throw error;
    }
  };

  const answer = async (request: RoutedRequest): Promise<Reply> => {
    const { req, endpoint, path, params, exchange } = request;
    const { answer_headers, body_limit } = endpoint.route;
    const address = addresses.clientAddress(req);
    const query = parseFlat(request.query);
    exchange.route_headers = answer_headers?.({ query, body: undefined });
    const [body, auth] = await counted(req, address, async () => {
      const sent = req.method === 'GET' ? undefined : await readBody(req, body_limit);
      exchange.route_headers = answer_headers?.({ query, body: sent });
      return [sent, await authenticate(request, address)] as const;
    });
    const raw = { method: req.method ?? '', path, params, query, body, headers: req.headers };
    return endpoint.run({ raw, call: callContext(request, auth), user: auth?.user, context, req, address });
  };

  const statusOf = (error: unknown, request_id: string): number => {
    if (isPublicError(error)) return error.status;
    // An internal error was logged with its stack by the service that had it.
    if (!(error instanceof InternalError)) log.error({ err: error, request_id }, 'request failed');
    return 500;
  };

  return async (request) => {
    const { exchange, endpoint } = request;
    let status = endpoint.route.status ?? 200;
    try {
      const reply = await answer(request);
      status = reply.status ?? status;
      sendReply(exchange, reply, status);
    } catch (error) {
      status = statusOf(error, exchange.request_id);
      sendError(exchange, error);
    }
    logRequest(log, request, status);
  };
};
