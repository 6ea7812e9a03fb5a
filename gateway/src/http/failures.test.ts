/** What is answered when something behind or inside the gateway fails. */
import { createMemoryCache } from '@portico/platform/cache';
import { systemClock } from '@portico/platform/clock';
import { createLog } from '@portico/platform/log';
import { createRateLimiter } from '@portico/platform/rate-limit';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../access/access.ts';
import { createTokenVerifier } from '../access/access-token.ts';
import { createCredentials } from '../access/credentials.ts';
import { createJwks } from '../access/jwks.ts';
import { createGateway, type Gateway } from '../app.ts';
import type { GatewayDeps } from '../context.ts';
import { connectServices, type ConnectedServices } from '../services.ts';
import { createApi } from './api.ts';
import { createRateLimits } from './rate-limits.ts';
import { route } from './route.ts';

/** Nothing listens on port 1. */
const NOWHERE = 'localhost:1';
const addresses = {
  identity: NOWHERE,
  teams_permissions: NOWHERE,
  api_keys: NOWHERE,
  email: NOWHERE,
  events: NOWHERE,
};
const TEXT = 'text/plain; charset=utf-8';
const KEYED = {
  'x-stack-access-type': 'client',
  'x-stack-project-id': 'internal',
  'x-stack-publishable-client-key': 'pck_x',
};

const lines: string[] = [];
let connected: ConnectedServices;
let deps: GatewayDeps;
let gateway: Gateway;
let broken: ReturnType<typeof createServer>;
let url: string;
let brokenUrl: string;

const bug = route({
  method: 'GET',
  path: '/bug',
  access: 'open',
  summary: 'A route with a bug',
  response: 'text',
  handler: () => {
    throw new TypeError('a detail that nobody outside may read');
  },
});

const listenBroken = async (): Promise<string> => {
  const { services, cache, clock, config } = deps;
  const tokens = createTokenVerifier({
    jwks: createJwks(deps),
    clock,
    public_url: config.PORTICO_PUBLIC_URL,
  });
  const credentials = createCredentials({ services, cache, clock, tokens });
  const access = createAccess({ services, tokens, credentials, allow_override_key: false });
  const limits = createRateLimits({ shared: createRateLimiter(), local: createRateLimiter(), enabled: true });
  const api = createApi({ ...deps, access, limits }, { api: [bug], root: [] });
  broken = createServer((req, res) => api(req, res, () => res.end()));
  await new Promise<void>((resolve) => void broken.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  connected = connectServices(addresses);
  deps = {
    services: connected.services,
    config: {
      PORTICO_PUBLIC_URL: 'http://portico.test',
      PORTICO_TRUSTED_PROXIES: [],
      PORTICO_RATE_LIMITS: true,
      PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY: false,
    },
    cache: createMemoryCache(),
    rate_limiter: createRateLimiter(),
    log: createLog({ name: 'test', level: 'error', destination: { write: (line) => void lines.push(line) } }),
    clock: systemClock,
  };
  gateway = createGateway(deps);
  url = `http://127.0.0.1:${await gateway.listen(0)}`;
  brokenUrl = await listenBroken();
});
afterAll(async () => {
  await gateway.close();
  connected.close();
  broken.closeAllConnections();
  broken.close();
});

const own = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(x-stack-|retry-after|content-type|allow$)/.test(name)),
  );
const REQUEST_ID = { 'x-stack-request-id': expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/) as unknown };

describe('while the services are away', () => {
  it('the gateway is healthy, and says 500 when asked about the database', async () => {
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const answer = await fetch(`${url}/health?db=1`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, TEXT]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(`${url}/health?db=`)).status).toBe(200);
  });

  it('requests are answered with a 503 text and a time to wait', async () => {
    const answer = await fetch(`${url}/api/v1/projects/current`, { headers: KEYED });
    expect(answer.status).toBe(503);
    expect(own(answer.headers)).toEqual({
      ...REQUEST_ID,
      'content-type': TEXT,
      'retry-after': expect.stringMatching(/^\d+$/) as unknown,
    });
    const headers = { ...KEYED, 'x-stack-override-error-status': '1' };
    const overridden = await fetch(`${url}/api/v1/projects/current`, { headers });
    expect([overridden.status, overridden.headers.get('x-stack-actual-status')]).toEqual([200, '503']);
  });
});

describe('a bug', () => {
  it('is a 500 text that names the request and tells nothing else', async () => {
    lines.length = 0;
    const answer = await fetch(`${brokenUrl}/api/v1/bug`);
    expect(answer.status).toBe(500);
    expect(own(answer.headers)).toEqual({ ...REQUEST_ID, 'content-type': TEXT });
    const body = await answer.text();
    expect(body).toContain(answer.headers.get('x-stack-request-id'));
    expect(body).not.toContain('detail');
    expect(lines.join('')).toContain('a detail that nobody outside may read');
  });
});

describe('a refusal', () => {
  it('is no failure, so that nothing is logged about it but the request', async () => {
    lines.length = 0;
    expect((await fetch(`${brokenUrl}/api/v1/nothing`)).status).toBe(404);
    const headers = { 'x-stack-access-type': 'root' };
    expect((await fetch(`${brokenUrl}/api/v1/bug`, { headers })).status).toBe(400);
    expect(lines).toEqual([]);
  });
});
