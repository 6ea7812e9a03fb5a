import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** An answer; `error` makes it one of the catalogue, sent the way the API sends them. */
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly code: string; readonly details?: unknown; readonly error?: string };
}

type Handler = (request: SeenRequest) => Answer | Promise<Answer>;

export interface FakeApi {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** Answers `METHOD /path` below /api/v1. The last one wins. */
  on(route: string, handler: Handler): void;
  seen(route: string): SeenRequest[];
  stop(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  const type = request.headers['content-type'] ?? '';
  return type.startsWith('application/json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
};

const send = (response: ServerResponse, answer: Answer, isOverridden: boolean): void => {
  const status = answer.status ?? (answer.error ? 400 : 200);
  const hides = isOverridden && status >= 400;
  const headers: Record<string, string> = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-expose-headers': '*',
    ...(hides && { 'x-stack-actual-status': String(status) }),
    ...(answer.error && { 'x-stack-known-error': answer.error.code }),
    ...answer.headers,
  };
  const json = answer.error ? { error: 'A sentence.', ...answer.error } : answer.json;
  response.writeHead(hides ? 200 : status, {
    'content-type': json === undefined ? 'text/plain' : 'application/json',
    ...headers,
  });
  response.end(json === undefined ? (answer.text ?? '') : JSON.stringify(json));
};

/** The other side of the wire, as a real HTTP server on a free port. */
export const startFakeApi = async (): Promise<FakeApi> => {
  const handlers = new Map<string, Handler>();
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const path = url.pathname.replace(/^\/api\/v1/, '');
      const method = request.method ?? 'GET';
      if (method === 'OPTIONS') return send(response, {}, false);
      const seen = {
        method,
        path,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: await readBody(request),
      };
      requests.push(seen);
      const handler = handlers.get(`${method} ${path}`);
      const isOverridden = request.headers['x-stack-override-error-status'] !== undefined;
      return send(
        response,
        handler ? await handler(seen) : { status: 404, text: `No ${method} ${path}` },
        isOverridden,
      );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (route, handler) => void handlers.set(route, handler),
    seen: (route) => requests.filter(({ method, path }) => `${method} ${path}` === route),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
