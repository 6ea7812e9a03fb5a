/** Who is counted by address: everybody whose server key has not been verified, whatever they claim. */
import { createMemoryCache } from '@portico/platform/cache';
import { systemClock } from '@portico/platform/clock';
import { createLog } from '@portico/platform/log';
import { createRateLimiter, type RateLimiter } from '@portico/platform/rate-limit';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccess } from '../access/access.ts';
import { createTokenVerifier } from '../access/access-token.ts';
import { createCredentials } from '../access/credentials.ts';
import { createJwks } from '../access/jwks.ts';
import { internal } from '../testing/client.ts';
import { PUBLIC_URL, startStack, type Stack } from '../testing/stack.ts';
import { createApi } from './api.ts';
import { createRateLimits } from './rate-limits.ts';
import { apiRoutes } from '../routes.ts';

const config = {
  PORTICO_PUBLIC_URL: PUBLIC_URL,
  PORTICO_TRUSTED_PROXIES: [],
  PORTICO_RATE_LIMITS: true,
  PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY: false,
};

/** A gateway in front of the services of the stack, with counters that the test can fill. */
const startCounting = async (stack: Stack, local: RateLimiter): Promise<{ server: Server; url: string }> => {
  const shared = createRateLimiter();
  const limits = createRateLimits({ shared, local, enabled: true });
  const parts = { services: stack.services, cache: createMemoryCache(), clock: systemClock };
  const tokens = createTokenVerifier({ ...parts, jwks: createJwks(parts), public_url: PUBLIC_URL });
  const credentials = createCredentials({ ...parts, tokens });
  const access = createAccess({ ...parts, tokens, credentials, allow_override_key: false });
  const log = createLog({ name: 'test', level: 'silent' });
  const context = { ...parts, config, rate_limiter: shared, log, access, limits };
  const api = createApi(context, { api: apiRoutes, root: [] });
  const server = createServer((req, res) => api(req, res, () => res.end()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` };
};

let stack: Stack;
let local: RateLimiter;
let server: Server;
let url: string;
beforeAll(async () => {
  stack = await startStack('gateway-address-limits');
});
beforeEach(async () => {
  local = createRateLimiter();
  ({ server, url } = await startCounting(stack, local));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => stack?.stop());

const use = (name: string, points: number, cost = points) =>
  local.consume(name, '127.0.0.1', { points, per_seconds: 60, cost });
const useUp = () => use('request', 60_000);
const statusOf = async (headers: Record<string, string>, path = '/projects/current') =>
  (await fetch(url + path, { headers })).status;

describe('requests of an address beyond its limit are 429', () => {
  it('with the seconds to wait as the only header of their own', async () => {
    await useUp();
    const { status, headers } = await fetch(`${url}/nothing-here`);
    const own = [...headers].filter(([name]) => /^(x-stack-|retry-after|ratelimit|content-type)/.test(name));
    expect([status, Object.fromEntries(own)]).toEqual([
      429,
      {
        'x-stack-request-id': expect.any(String) as string,
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': expect.stringMatching(/^[1-9]\d*$/) as unknown,
      },
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('of clients, with whatever key', async () => {
    expect(await statusOf(internal.as('client'))).toBe(200);
    await useUp();
    expect(await statusOf(internal.as('client'))).toBe(429);
    expect(await statusOf({})).toBe(429);
  });

  it.each(['server', 'admin'] as const)('of callers who merely claim %s access', async (access) => {
    await useUp();
    const claim = { 'x-stack-access-type': access };
    const project = { ...claim, 'x-stack-project-id': 'internal' };
    const wrong = { 'x-stack-secret-server-key': 'wrong', 'x-stack-super-secret-admin-key': 'wrong' };
    const other = access === 'server' ? internal.as('admin') : internal.as('server');
    for (const headers of [claim, project, { ...project, ...wrong }, { ...other, ...claim }])
      expect(await statusOf(headers), JSON.stringify(headers)).toBe(429);
    expect(await statusOf({ ...project, 'x-stack-admin-access-token': 'wrong' })).toBe(429);
    const body = { method: 'POST', headers: { ...project, 'content-type': 'application/json' }, body: '{' };
    expect((await fetch(`${url}/check-version`, body)).status).toBe(429);
  });

  it('but never those of callers whose server key is valid', async () => {
    await useUp();
    for (const access of ['server', 'admin'] as const) {
      expect(await statusOf(internal.as(access))).toBe(200);
      expect(await statusOf(internal.as(access), '/users/no-uuid')).toBe(400);
    }
  });
});

describe('each claim that turns out to be false', () => {
  it('counts once', async () => {
    await use('request', 60_000, 59_998);
    const claim = { 'x-stack-access-type': 'server', 'x-stack-project-id': 'internal' };
    expect(await statusOf(claim)).toBe(401);
    expect(await statusOf(internal.as('server'))).toBe(200);
    expect(await statusOf(claim)).toBe(401);
    expect(await statusOf(claim)).toBe(429);
  });
});

describe('refused tokens of an address beyond their limit', () => {
  it('are 429 instead of the refusal', async () => {
    const headers = { ...internal.as('client'), 'x-stack-access-token': 'garbage' };
    expect(await statusOf(headers)).toBe(401);
    await use('refused', 6_000);
    expect(await statusOf(headers)).toBe(429);
    expect(await statusOf(internal.as('client'))).toBe(200);
  });
});
