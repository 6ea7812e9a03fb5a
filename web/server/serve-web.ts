import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadDist } from './dist-files.ts';
import type { DistFile } from './dist-files.ts';
import { createPage } from './page.ts';

export interface WebHandlerOptions {
  /** What `vite build` wrote. */
  dist_dir: string;
  /** Origin of the API as a browser reaches it; empty: the origin of the page. */
  api_url: string;
  project_id: string;
  publishable_client_key: string;
}

export type WebHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Paths that belong to the API. In one process with it, this handler lets them pass. */
const API_PATHS = ['/api', '/health', '/ready', '/metrics', '/inbox/messages', '/images'];

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Serves the app: hashed assets for ever, the page for every route of the router, everything else to `next`. */
export const createWebHandler = (options: WebHandlerOptions): WebHandler => {
  const files = loadDist(options.dist_dir);
  const page = createPage(options);
  return (req, res, next) => {
    const pass = (): void => (next ? next() : notFound(res));
    if (req.method !== 'GET' && req.method !== 'HEAD') return pass();
    const pathname = pathOf(req);
    if (API_PATHS.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))) return pass();
    const file = files.get(pathname);
    if (file) return sendFile(req, res, file);
    if (/\.[a-z0-9]+$/i.test(pathname)) return pass();
    send(req, res, { ...page, headers: { ...SECURITY_HEADERS, ...page.headers } });
  };
};

const pathOf = (req: IncomingMessage): string => {
  try {
    return decodeURIComponent(new URL(req.url ?? '/', 'http://localhost').pathname);
  } catch {
    return '/';
  }
};

const notFound = (res: ServerResponse): void => {
  res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
};

const sendFile = (req: IncomingMessage, res: ServerResponse, file: DistFile): void => {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => file.encoded[name] && accepted.includes(name));
  const body = (encoding && file.encoded[encoding]) ?? file.body;
  send(req, res, {
    body,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': file.content_type,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      ...(Object.keys(file.encoded).length > 0 && { vary: 'Accept-Encoding' }),
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
};

interface Answer {
  body: Buffer;
  headers: Record<string, string>;
}

const send = (req: IncomingMessage, res: ServerResponse, { body, headers }: Answer): void => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, { ...headers, etag }).end();
    return;
  }
  res.writeHead(200, { ...headers, etag, 'content-length': String(body.length) });
  res.end(req.method === 'HEAD' ? undefined : body);
};
