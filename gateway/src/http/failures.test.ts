/** What is answered when something behind or inside the gateway fails, and when callers ask too much. */
import { createMemoryCache } from '@portico/platform/cache';
import { systemClock } from '@portico/platform/clock';
import { createLog } from '@portico/platform/log';
import { createRateLimiter, type RateLimiter } from '@portico/platform/rate-limit';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let local: RateLimiter;
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
  const limits = {
    ...createRateLimits({ shared: createRateLimiter(), local: createRateLimiter(), enabled: true }),
    // A limiter of its own for each test.
    request: (address: string) => createRateLimits({ shared: local, local, enabled: true }).request(address),
    refused: (address: string) => createRateLimits({ shared: local, local, enabled: true }).refused(address),
  };
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
beforeEach(() => {
  local = createRateLimiter();
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

describe('limits of an address', () => {
  const used = async (name: string, points: number) => {
    for (let i = 0; i < points; i += 1) await local.consume(name, '127.0.0.1', { points, per_seconds: 60 });
  };

  it('are 429 for requests without a server key, of whatever kind', async () => {
    await used('request', 60_000);
    const answer = await fetch(`${brokenUrl}/api/v1/nothing-here`);
    expect(answer.status).toBe(429);
    expect(own(answer.headers)).toEqual({
      ...REQUEST_ID,
      'content-type': TEXT,
      'retry-after': expect.stringMatching(/^\d+$/) as unknown,
    });
    const headers = { 'x-stack-access-type': 'server' };
    expect((await fetch(`${brokenUrl}/api/v1/nothing-here`, { headers })).status).toBe(400);
  });

  it('are 429 instead of the refusal after too many refused tokens', async () => {
    const headers = { ...KEYED, 'x-stack-access-token': 'garbage' };
    expect((await fetch(`${brokenUrl}/api/v1/bug`, { headers })).status).toBe(401);
    await used('refused', 6_000);
    expect((await fetch(`${brokenUrl}/api/v1/bug`, { headers })).status).toBe(429);
  });
});
