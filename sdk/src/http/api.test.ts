import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { SignInAgainError } from '../errors/sign-in-again-error.ts';
import { Session } from '../sessions/session.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { accessTokenFor, impatientTransport } from '../testing/fixtures.ts';
import type { Tokens } from '../tokens/token-store.ts';
import { createApi } from './api.ts';
import type { ApiOptions } from './api.ts';
import { NetworkError } from './network-error.ts';
import { refreshTokens } from './refresh-tokens.ts';

let server: FakeApi;
beforeAll(async () => {
  server = await startFakeApi();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

const open = (options: Partial<ApiOptions> = {}) => {
  const transport = impatientTransport();
  const common = {
    transport,
    baseUrl: () => server.url,
    projectId: 'internal',
    publishableClientKey: 'pck',
    extraRequestHeaders: {},
  };
  const api = createApi({ ...common, ...options });
  const sessionWith = (tokens: Partial<Tokens>): Session =>
    new Session({
      tokens: { accessToken: null, refreshToken: null, ...tokens },
      refresh: refreshTokens(common),
    });
  return { api, transport, sessionWith };
};

const answerRefreshWith = (token: () => string): void =>
  server.on('POST /auth/oauth/token', () => ({
    json: { access_token: token(), token_type: 'Bearer', expires_in: 600 },
  }));

describe('headers', () => {
  it('name the project, the access type and the kit, and defeat caches', async () => {
    server.on('GET /x', () => ({ json: {} }));
    const { api, sessionWith } = open({
      secretServerKey: 'ssk',
      extraRequestHeaders: { 'x-extra': '1', 'x-stack-random-nonce': 'own' },
    });
    const accessToken = accessTokenFor(600);
    await api.send('/x/', { session: sessionWith({ accessToken, refreshToken: 'r' }) });
    await api.send('/x', { access: 'server' });
    const [client, byServer] = server.seen('GET /x');
    expect(client?.headers).toMatchObject({
      'x-stack-override-error-status': 'true',
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'client',
      'x-stack-client-version': 'js @portico/sdk@0.1.0',
      'x-stack-access-token': accessToken,
      'x-stack-refresh-token': 'r',
      'x-stack-allow-anonymous-user': 'true',
      'x-stack-publishable-client-key': 'pck',
      'ngrok-skip-browser-warning': 'true',
      'x-extra': '1',
      'x-stack-random-nonce': 'own',
    });
    expect(client?.headers['x-stack-secret-server-key']).toBeUndefined();
    expect(client?.headers['content-type']).toBeUndefined();
    expect(byServer?.headers).toMatchObject({
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': 'ssk',
    });
    expect(byServer?.headers['x-stack-access-token']).toBeUndefined();
  });

  it('carry a nonce of 45 characters that never repeats', async () => {
    server.on('GET /x', () => ({ json: {} }));
    const { api } = open();
    await api.send('/x');
    await api.send('/x');
    const [one, two] = server.requests.map(({ headers }) => headers['x-stack-random-nonce']);
    expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(two).not.toBe(one);
  });

  it('of an owner replace all keys', async () => {
    server.on('GET /internal/x', () => ({ json: {} }));
    const owner = open().sessionWith({ accessToken: accessTokenFor(600), refreshToken: 'r' });
    await open({ projectOwnerSession: owner }).api.send('/internal/x', { access: 'admin' });
    const headers = server.requests[0]?.headers ?? {};
    expect(headers).toMatchObject({
      'x-stack-admin-access-token': owner.accessToken?.token,
      'x-stack-super-secret-admin-key': '',
    });
    expect(headers['x-stack-publishable-client-key']).toBeUndefined();
  });
});

describe('errors', () => {
  it('of the catalogue are thrown as their class, at once', async () => {
    server.on('POST /x', () => ({
      status: 409,
      error: { code: 'USER_EMAIL_ALREADY_EXISTS', details: { email: 'a@b.c' } },
    }));
    const { api } = open();
    const error = await api.send('/x', { method: 'POST', body: {} }).catch((reason: unknown) => reason);
    expect(KnownErrors.UserWithEmailAlreadyExists.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ details: { email: 'a@b.c' }, message: 'A sentence.' });
    expect(server.requests).toHaveLength(1);
  });

  it('without details are decoded too', async () => {
    server.on('GET /x', () => ({ error: { code: 'BODY_PARSING_ERROR' } }));
    await expect(open().api.send('/x')).rejects.toMatchObject({ code: 'BODY_PARSING_ERROR' });
  });

  it('this kit does not know are UnsupportedError, and not repeated', async () => {
    server.on('GET /x', () => ({ error: { code: 'BRAND_NEW' } }));
    await expect(open().api.send('/x')).rejects.toMatchObject({
      details: { originalErrorCode: 'BRAND_NEW' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('that ask for a recent sign-in are told apart from other refusals', async () => {
    const text = 'Sign in again first: this change needs a sign-in of the last ten minutes.';
    server.on('PATCH /x', () => ({ status: 403, text }));
    const refused = open().api.send('/x', { method: 'PATCH', body: {} });
    await expect(refused).rejects.toBeInstanceOf(SignInAgainError);
    server.on('PATCH /x', () => ({ status: 403, text: 'Not yours.' }));
    await expect(open().api.send('/x', { method: 'PATCH', body: {} })).rejects.toBeInstanceOf(
      PorticoAssertionError,
    );
  });

  it('whose header and body differ are a broken server', async () => {
    server.on('GET /x', () => ({ error: { code: 'A' }, headers: { 'x-stack-known-error': 'B' } }));
    await expect(open().api.send('/x')).rejects.toBeInstanceOf(PorticoAssertionError);
  });

  it.each([400, 403, 404, 500])('as plain text with status %i are not repeated', async (status) => {
    server.on('GET /x', () => ({ status, text: 'No.' }));
    await expect(open().api.send('/x')).rejects.toThrow(`answered ${status}: No.`);
    expect(server.requests).toHaveLength(1);
  });
});

describe('retries', () => {
  const failTimes = (times: number, answer: object): void => {
    let count = 0;
    server.on('GET /x', () => ((count += 1) <= times ? answer : { json: { ok: true } }));
    server.on('POST /x', () => ((count += 1) <= times ? answer : { json: { ok: true } }));
  };

  it.each(['GET', 'POST'] as const)(
    '%s waits as long as a 429 asks, then the ordinary pause',
    async (method) => {
      failTimes(1, { status: 429, text: 'slow', headers: { 'retry-after': '3' } });
      const { api, transport } = open();
      expect(await api.json('/x', { method })).toEqual({ ok: true });
      expect(transport.slept).toEqual([3_000, 1_000]);
    },
  );

  it('a date in Retry-After counts as absent', async () => {
    failTimes(1, { status: 429, text: 'slow', headers: { 'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT' } });
    const { api, transport } = open();
    await api.json('/x');
    expect(transport.slept).toEqual([1_000]);
  });

  it('end after five attempts', async () => {
    failTimes(9, { status: 429, text: 'slow' });
    const { api, transport } = open();
    await expect(api.send('/x')).rejects.toThrow('429');
    expect(server.requests).toHaveLength(5);
    expect(transport.slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('repeat a 508 only with its marker', async () => {
    failTimes(1, { status: 508, text: 'x INFINITE_LOOP_DETECTED x' });
    expect(await open().api.json('/x')).toEqual({ ok: true });
    failTimes(1, { status: 508, text: 'loop' });
    await expect(open().api.send('/x')).rejects.toThrow('508');
  });
});

describe('a refused access token', () => {
  const expireOnce = (route: string): void => {
    let count = 0;
    server.on(route, () =>
      (count += 1) === 1 ? { status: 401, error: { code: 'ACCESS_TOKEN_EXPIRED' } } : { json: { ok: true } },
    );
  };

  it.each(['GET', 'PATCH'] as const)('is dropped, refreshed and sent again with %s', async (method) => {
    expireOnce(`${method} /x`);
    const next = accessTokenFor(600);
    answerRefreshWith(() => next);
    const { api, sessionWith } = open();
    expect(
      await api.json('/x', {
        method,
        session: sessionWith({ accessToken: accessTokenFor(600), refreshToken: 'r' }),
      }),
    ).toEqual({ ok: true });
    expect(server.seen(`${method} /x`)[1]?.headers['x-stack-access-token']).toBe(next);
    expect(server.seen('POST /auth/oauth/token')).toHaveLength(1);
    expect(server.seen('POST /auth/oauth/token')[0]?.body).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      client_id: 'internal',
      client_secret: 'pck',
    });
  });

  it('is a broken server when none was sent', async () => {
    expireOnce('GET /x');
    await expect(open().api.send('/x')).rejects.toBeInstanceOf(PorticoAssertionError);
  });

  it('of an owner is refreshed the same way', async () => {
    let count = 0;
    server.on('GET /x', () =>
      (count += 1) === 1 ? { status: 401, error: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' } } : { json: {} },
    );
    answerRefreshWith(() => accessTokenFor(600));
    const owner = open().sessionWith({ accessToken: accessTokenFor(600), refreshToken: 'r' });
    await open({ projectOwnerSession: owner }).api.send('/x', { access: 'admin' });
    expect(server.seen('POST /auth/oauth/token')).toHaveLength(1);
  });
});

describe('refreshing', () => {
  it('repeats every failure but a refused token', async () => {
    let count = 0;
    server.on('POST /auth/oauth/token', () =>
      (count += 1) < 3
        ? { status: 503, text: 'down' }
        : { json: { access_token: accessTokenFor(600), token_type: 'bearer' } },
    );
    const { sessionWith, transport } = open();
    expect(await sessionWith({ refreshToken: 'r' }).fetchNewTokens()).not.toBeNull();
    expect(transport.slept).toEqual([1_000, 2_000]);
  });

  it('takes a refused token for the end of the session, without a second try', async () => {
    server.on('POST /auth/oauth/token', () => ({
      status: 401,
      error: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' },
    }));
    const session = open().sessionWith({ refreshToken: 'r' });
    expect(await session.fetchNewTokens()).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    {},
    { access_token: '' },
    { access_token: 'x', token_type: 'mac' },
    { access_token: 'x', token_type: 'bearer', expires_in: 0 },
  ])('refuses the answer %j', async (json) => {
    server.on('POST /auth/oauth/token', () => ({ json }));
    await expect(open().sessionWith({ refreshToken: 'r' }).fetchNewTokens()).rejects.toBeInstanceOf(
      PorticoAssertionError,
    );
  });
});

describe('an API that cannot be reached', () => {
  const unreachable = 'http://127.0.0.1:1';

  it('is tried five times with GET, then diagnosed by asking only the API host', async () => {
    const asked: string[] = [];
    const transport = impatientTransport({ fetch: (url, init) => (asked.push(url), fetch(url, init)) });
    const { api } = open({ transport, baseUrl: () => unreachable });
    const error = await api.send('/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NetworkError);
    expect((error as NetworkError).cause).toBeInstanceOf(TypeError);
    expect(asked).toEqual([
      ...Array.from({ length: 5 }, () => `${unreachable}/api/v1/x`),
      `${unreachable}/health`,
    ]);
    expect(transport.slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('is tried once with POST', async () => {
    const transport = impatientTransport();
    await expect(
      open({ transport, baseUrl: () => unreachable }).api.send('/x', { method: 'POST' }),
    ).rejects.toThrow(unreachable);
    expect(transport.slept).toEqual([]);
  });

  it.each([
    ['GET', 4],
    ['POST', 0],
  ] as const)('while offline says so, for %s', async (method, pauses) => {
    const transport = impatientTransport({ isOnline: () => false });
    const { api } = open({ transport, baseUrl: () => unreachable });
    await expect(api.send('/x', { method })).rejects.toThrow(
      'You are offline. Please check your internet connection and try again.',
    );
    expect(transport.slept).toHaveLength(pauses);
  });

  it('an aborted call is not repeated', async () => {
    const call = open().api.send('/x', { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
