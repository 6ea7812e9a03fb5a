/** Writes answers. Raw `writeHead` and `end`: Express' own `send` would add an etag and its cost. */
import { KnownError, StatusError } from '@portico/platform/errors';
import type { ServerResponse } from 'node:http';
import { ACTUAL_STATUS, apiHeaders, KNOWN_ERROR, plainHeaders, REQUEST_ID, type Headers } from './headers.ts';
import type { Reply } from './reply.ts';

export interface Exchange {
  readonly res: ServerResponse;
  readonly request_id: string;
  /** Whether the path is below `/api/`. */
  readonly is_api: boolean;
  /** The caller wants error statuses as 200. */
  readonly override_status: boolean;
  /** The caller is a browser window that shows JSON. */
  readonly indent: boolean;
  /** Of the route, on whatever it answers. */
  route_headers?: Headers;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const TEXT_TYPE = 'text/plain; charset=utf-8';

interface Payload {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly type: string | undefined;
  readonly headers?: Headers | undefined;
}

/** The answer of a handler, success or error. */
const write = (exchange: Exchange, payload: Payload): void => {
  const { res } = exchange;
  if (res.headersSent) return;
  const headers: Record<string, string | number> = {
    ...(exchange.is_api ? apiHeaders : plainHeaders),
    [REQUEST_ID]: exchange.request_id,
    'cache-control': 'no-store, max-age=0',
  };
  if (payload.type !== undefined) headers['content-type'] = payload.type;
  headers['content-length'] = Buffer.byteLength(payload.body);
  Object.assign(headers, exchange.route_headers, payload.headers);
  let status = payload.status;
  if (exchange.override_status && status >= 400) {
    headers[ACTUAL_STATUS] = String(status);
    status = 200;
  }
  res.writeHead(status, headers);
  res.end(payload.body);
};

const contentType = {
  json: JSON_TYPE,
  text: TEXT_TYPE,
  binary: 'application/octet-stream',
  empty: undefined,
};

export const sendReply = (exchange: Exchange, reply: Reply, status: number): void => {
  const { kind, headers } = reply;
  const body =
    kind === 'json'
      ? JSON.stringify(reply.body, null, exchange.indent ? 2 : undefined)
      : (reply.body as string | Uint8Array);
  write(exchange, { status: reply.status ?? status, body, type: contentType[kind], headers });
};

export const sendError = (exchange: Exchange, error: unknown): void => {
  if (error instanceof KnownError) {
    const { code, details, status } = error;
    const body = JSON.stringify({ code, details, error: error.message }, null, 2);
    write(exchange, { status, body, type: JSON_TYPE, headers: { [KNOWN_ERROR]: code } });
  } else if (error instanceof StatusError) {
    const { status, message } = error;
    write(exchange, {
      status,
      body: message,
      type: TEXT_TYPE,
      headers: error.headers,
    });
  } else {
    const body = `Something went wrong on our side. Please name the request id ${exchange.request_id} when you report it.`;
    write(exchange, { status: 500, body, type: TEXT_TYPE });
  }
};

/** An answer that no handler made: preflight, wrong method, trailing slash. */
export const sendEmpty = (exchange: Exchange, status: number, headers?: Headers): void => {
  exchange.res.writeHead(status, {
    ...(exchange.is_api ? apiHeaders : plainHeaders),
    'content-length': '0',
    ...headers,
  });
  exchange.res.end();
};
