import { describe, expect, it } from 'vitest';
import {
  api,
  CORS,
  contractHeaders,
  expectKnown,
  expectText,
  ok,
  SECURITY,
  send,
  TEXT_TYPE,
} from '../client.ts';
import { internalProject } from '../project.ts';

const internal = internalProject();

describe('OPTIONS below /api/', () => {
  it.each(['/api/v1/users', '/api/v1/nope', '/api/nope', '/api/v1'])(
    '%s: 200, empty, CORS headers',
    async (path) => {
      const answer = await send('OPTIONS', path, { headers: { 'x-stack-access-type': 'root' } });
      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY });
    },
  );
});

describe('an unknown path', () => {
  it('answers 404 as text with the requested URL in it', async () => {
    const answer = await send('GET', '/api/v1/nope/deeper?x=1');
    expectText(answer, 404);
    expect(answer.text).toContain('/api/v1/nope/deeper');
  });

  it('in an unknown version is a 404 like any other', async () => {
    for (const path of ['/api/v9/users', '/api/users', '/api/v2beta1/users'])
      expectText(await send('GET', path), 404);
  });

  it('comes after body parsing and the credentials', async () => {
    const bad = { ...internal.client.headers, 'x-stack-publishable-client-key': 'wrong' };
    const json = { 'content-type': 'application/json' };
    expectKnown(
      await api('POST', '/nope', { headers: { ...bad, ...json }, body: '{' }),
      400,
      'BODY_PARSING_ERROR',
    );
    expectKnown(await api('GET', '/nope', { headers: bad }), 401, 'INVALID_PUBLISHABLE_CLIENT_KEY', {
      project_id: 'internal',
    });
    expectText(await internal.client.get('/nope'), 404);
  });
});

describe('a known path with a method it lacks', () => {
  it.each([
    ['PUT', '/users'],
    ['DELETE', '/users'],
    ['HEAD', '/users/me'],
    ['HEAD', ''],
    ['GET', '/auth/password/sign-up'],
    ['POST', '/auth/sessions/current'],
    ['PATCH', '/project-permissions/me/a'],
  ])('%s %s: 405, empty, without x-stack headers', async (method, path) => {
    const answer = await api(method, path, { headers: internal.server.headers });
    expect(answer).toMatchObject({ status: 405, text: '' });
    expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY });
  });
});

describe('a method nobody offers', () => {
  it('is a 405 text on a path that does not exist, empty on one that does', async () => {
    const unknown = await api('LINK', '/nope');
    expectText(unknown, 405);
    expect(await api('LINK', '/users')).toMatchObject({ status: 405, text: '' });
  });
});

describe('a trailing slash', () => {
  it('answers 308 to the same path without it, query kept', async () => {
    const answer = await send('GET', '/api/v1/users/?limit=1');
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe('/api/v1/users?limit=1');
  });

  it('never leads to another host', async () => {
    for (const path of ['//evil.example/', '/api//evil.example/', '/api/v1//']) {
      const { headers } = await send('GET', path).catch(() => ({ headers: {} as Record<string, string> }));
      expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });
});

describe('/api/latest', () => {
  it('is the same surface as /api/v1', async () => {
    const { headers } = internal.server;
    const latest = ok(await send('GET', '/api/latest/users?limit=1', { headers }));
    expect(latest).toEqual(ok(await send('GET', '/api/v1/users?limit=1', { headers })));
    expectText(await send('GET', '/api/latest/nope'), 404);
  });

  it('is named in messages as it was requested', async () => {
    const answer = await send('GET', '/api/latest/users?limit=abc', { headers: internal.server.headers });
    expect(answer.body.error).toContain('GET /api/latest/users:');
  });
});

describe('outside /api/', () => {
  it('the welcome line and the health check differ', async () => {
    expect((await api('GET', '')).headers['content-type']).toBe(TEXT_TYPE);
    expect((await send('GET', '/health')).body).toEqual({ status: 'ok' });
  });
});
