/** The small HTTP server every process has beside its real one: health, readiness, metrics. */
import { createServer, type ServerResponse } from 'node:http';
import { StartError } from './errors.ts';
import { collectProcessMetrics, registry } from './metrics.ts';

export interface HealthServerOptions {
  /** 0 picks a free port. */
  port: number;
  /** Whether requests can be served now; a throw counts as no. Always, when absent. */
  ready?: () => boolean | Promise<boolean>;
}

const text = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
};

const isReady = async (ready: HealthServerOptions['ready']): Promise<boolean> => {
  try {
    return ready === undefined || (await ready());
  } catch {
    return false;
  }
};

const answer = async (path: string, response: ServerResponse, ready: HealthServerOptions['ready']) => {
  if (path === '/health') return text(response, 200, 'ok');
  if (path === '/ready')
    return (await isReady(ready)) ? text(response, 200, 'ready') : text(response, 503, 'not ready');
  if (path !== '/metrics') return text(response, 404, 'not found');
  const body = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType }).end(body);
};

let collecting = false;

/**
 * `GET /health`: the process lives. `GET /ready`: it may get traffic. `GET /metrics`: Prometheus text.
 * @throws StartError when the port is taken.
 */
export const startHealthServer = async (
  options: HealthServerOptions,
): Promise<{ port: number; stop(): Promise<void> }> => {
  if (!collecting) collectProcessMetrics();
  collecting = true;
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/s, '');
    answer(path, response, options.ready).catch(() => text(response, 500, 'failed'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartError(`Cannot listen for HTTP on port ${options.port}: ${error.message}.`)),
    );
    server.listen(options.port, resolve);
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as { port: number }).port, stop };
};
