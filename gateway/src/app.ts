/** The gateway: one Express app that speaks the REST contract and composes the services. */
import { StartError } from '@portico/platform/errors';
import { createRateLimiter } from '@portico/platform/rate-limit';
import express, { type Express } from 'express';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccess } from './access/access.ts';
import { createTokenVerifier } from './access/access-token.ts';
import { createCredentials } from './access/credentials.ts';
import { createJwks } from './access/jwks.ts';
import type { GatewayContext, GatewayDeps } from './context.ts';
import { createApi, type RouteTables } from './http/api.ts';
import { plainHeaders } from './http/headers.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { documentationRoutes } from './docs/documentation.ts';
import { apiRoutes, rootRoutes } from './routes.ts';

export interface GatewayOptions extends GatewayDeps {
  /** Adds what else this process serves below `/`: the web app, a sandbox provider. */
  readonly mount?: (app: Express) => void;
}

export interface Gateway {
  readonly app: Express;
  /** Resolves with the port that is really used; 0 picks a free one. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

const createContext = (deps: GatewayDeps): GatewayContext => {
  const { services, cache, clock, config, rate_limiter } = deps;
  const jwks = createJwks({ services, clock });
  const tokens = createTokenVerifier({ jwks, clock, public_url: config.PORTICO_PUBLIC_URL });
  const credentials = createCredentials({ services, cache, clock, tokens });
  const allow_override_key = config.PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY;
  const access = createAccess({ services, tokens, credentials, allow_override_key });
  const limits = createRateLimits({
    shared: rate_limiter,
    local: createRateLimiter({}),
    enabled: config.PORTICO_RATE_LIMITS,
  });
  return { ...deps, access, limits };
};

const createTables = (): RouteTables => ({
  api: [...apiRoutes, ...documentationRoutes(apiRoutes)],
  root: rootRoutes,
});

const listenOn = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const refuse = ({ message }: Error) =>
      reject(new StartError(`Cannot listen for HTTP on port ${port}: ${message}.`));
    server.once('error', refuse);
    server.listen(port, () => {
      server.removeListener('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** How long running requests may take to end. */
const CLOSE_MILLIS = 10_000;

/** Kept-alive connections count as open, so they are cut as soon as they are idle. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MILLIS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });

export const createGateway = ({ mount, ...deps }: GatewayOptions): Gateway => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(createApi(createContext(deps), createTables()));
  app.use((_req, res, next) => {
    res.setHeaders(new Map(Object.entries(plainHeaders)));
    next();
  });
  mount?.(app);
  app.use((_req, res) => {
    res.status(404).type('text/plain').send('There is nothing here.');
  });
  const server = createServer(app);
  // Longer than a load balancer keeps its idle connections, so that it never meets a closing one.
  server.keepAliveTimeout = 75_000;
  return {
    app,
    listen: (port) => listenOn(server, port),
    close: () => closeServer(server),
  };
};
