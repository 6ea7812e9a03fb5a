import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { fields } from '@portico/platform/config';
import { StartError } from '@portico/platform/errors';
import { run } from '@portico/platform/run';
import { z } from 'zod';
import { createWebHandler } from './serve-web.ts';
import type { WebHandler } from './serve-web.ts';

const schema = z.object({
  PORTICO_WEB_PORT: fields.port(8101),
  PORTICO_PUBLIC_URL: z.url().default('http://localhost:8100'),
  PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: z.string().min(1),
  // Seen from the bundle in `build/`.
  PORTICO_WEB_DIST_DIR: z.string().default(fileURLToPath(new URL('../web/dist', import.meta.url))),
  HTTP_PORT: fields.port(8201),
  LOG_LEVEL: z.string().default('info'),
});

const OTHER_HOST = /^\/(?:api|inbox\/messages|images)(?:\/|\?|$)/;

/** People mix the two hosts up, so this one says where the API lives. */
const listener =
  (web: WebHandler, api_url: string): WebHandler =>
  (req, res) => {
    const url = req.url ?? '/';
    if (url === '/health') return void res.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    if (!OTHER_HOST.test(url)) return web(req, res);
    res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(`The API lives at ${api_url}.`);
  };

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartError(`Cannot listen on port ${port}: ${error.message}.`)),
    );
    server.listen(port, resolve);
  });

run({
  name: 'web',
  schema,
  build: async ({ config }) => {
    const web = createWebHandler({
      dist_dir: config.PORTICO_WEB_DIST_DIR,
      api_url: config.PORTICO_PUBLIC_URL,
      project_id: 'internal',
      publishable_client_key: config.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY,
    });
    const server = createServer(listener(web, config.PORTICO_PUBLIC_URL));
    return {
      start: () => listen(server, config.PORTICO_WEB_PORT),
      stop: async () => {
        server.close();
        server.closeAllConnections();
      },
    };
  },
});
