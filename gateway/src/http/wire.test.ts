import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internal, newProject, request, type Project } from '../testing/client.ts';
import { PUBLIC_URL, startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project;
beforeAll(async () => {
  stack = await startStack('gateway-wire');
  project = await newProject(stack);
});
afterAll(() => stack?.stop());

const TRANSPORT = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'etag',
]);
const headerSet = (headers: Headers) => [...headers.keys()].filter((name) => !TRANSPORT.has(name)).sort();

const CORS = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
];
const SECURITY = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];
const HANDLER = ['cache-control', 'content-type', 'x-stack-request-id'];

describe('the header set', () => {
  it('of a success has nothing extra', async () => {
    const { headers } = await request(stack, 'GET /projects/current', { headers: project.as('client') });
    expect(headerSet(headers)).toEqual([...CORS, ...SECURITY, ...HANDLER].sort());
    expect(headers.get('cache-control')).toBe('no-store, max-age=0');
    expect(headers.get('x-stack-request-id')).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    expect(headers.get('permissions-policy')).toBe('');
    expect(headers.get('access-control-expose-headers')).toBe(
      'content-type, x-stack-actual-status, x-stack-known-error',
    );
  });

  it('of a catalogue error adds its code', async () => {
    const { headers, body, text } = await request(stack, 'GET /users');
    expect(headerSet(headers)).toEqual([...CORS, ...SECURITY, ...HANDLER, 'x-stack-known-error'].sort());
    expect(headers.get('x-stack-known-error')).toBe(body.code);
    expect(text).toBe(JSON.stringify(body, null, 2));
  });

  it('of a wrong method has no handler headers', async () => {
    const { status, headers, text } = await request(stack, 'PUT /users');
    expect([status, text]).toEqual([405, '']);
    expect(headerSet(headers)).toEqual([...CORS, ...SECURITY].sort());
    expect((await request(stack, 'HEAD /users')).status).toBe(405);
  });

  it('of a preflight is there whatever the path', async () => {
    const { status, headers, text } = await request(stack, 'OPTIONS /anything');
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toContain('x-stack-access-token');
    expect(headers.get('access-control-allow-headers')).not.toContain('x-stack-development');
  });
});

describe('error statuses', () => {
  it.each(['true', 'false', ''])('go out as 200 when the override header is %j', async (value) => {
    const headers = { 'x-stack-override-error-status': value };
    const answer = await request(stack, 'GET /users', { headers });
    expect([answer.status, answer.headers.get('x-stack-actual-status'), answer.body.code]).toEqual([
      200,
      '400',
      'ACCESS_TYPE_REQUIRED',
    ]);
    expect((await request(stack, 'GET /nope', { headers })).headers.get('x-stack-actual-status')).toBe('404');
    expect((await request(stack, 'PUT /users', { headers })).status).toBe(405);
    expect((await request(stack, 'GET /', { headers })).headers.has('x-stack-actual-status')).toBe(false);
  });
});

describe('paths', () => {
  it('that are unknown answer with the address that was asked for', async () => {
    const { status, headers, text } = await request(stack, 'GET /nope?x=1');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(text).toContain('/api/v1/nope?x=1');
    expect((await request(stack, 'GET //api/v3/users')).status).toBe(404);
    expect((await request(stack, 'GET //nothing')).status).toBe(404);
  });

  it('with a slash at the end lead to those without', async () => {
    const { status, headers } = await request(stack, 'GET /users/?limit=1');
    expect([status, headers.get('location')]).toEqual([308, '/api/v1/users?limit=1']);
  });

  it('are the same below /api/latest', async () => {
    const answer = await request(stack, 'GET //api/latest/projects/current', {
      headers: project.as('client'),
    });
    expect(answer.body.id).toBe(project.id);
    const { body } = await request(stack, 'GET //api/latest?extra=1');
    expect(body.details.message).toContain('GET /api/latest:');
  });
});

describe('bodies', () => {
  const send = (type: string | undefined, raw: string | undefined) =>
    request(stack, 'POST /auth/password/sign-in', {
      headers: { ...project.as('client'), ...(type === undefined ? {} : { 'content-type': type }) },
      raw,
    });

  it.each([
    ['application/json', '{'],
    ['application/json', ''],
    ['application/json; charset=utf-8', 'nope'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/html', '{}'],
  ])('of type %s that read %j cannot be parsed', async (type, raw) => {
    const { status, body } = await send(type, raw);
    expect([status, body]).toEqual([
      400,
      { code: 'BODY_PARSING_ERROR', error: expect.any(String) as string },
    ]);
  });

  it('that are text fail validation, not parsing', async () => {
    expect((await send('text/plain', '{}')).body.code).toBe('SCHEMA_ERROR');
  });

  it('may be forms', async () => {
    const form = 'email=nobody%40example.com&email=somebody%40example.com&password=12345678';
    expect((await send('application/x-www-form-urlencoded', form)).body.code).toBe('EMAIL_PASSWORD_MISMATCH');
  });

  it('larger than anything sensible are refused', async () => {
    const answer = await send('application/json', JSON.stringify({ email: 'x'.repeat(5_000_000) }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/plain; charset=utf-8']);
  });
});

describe('fixed endpoints', () => {
  it('greet', async () => {
    expect((await request(stack, 'GET /')).text).toMatch(/^[^\n]+\n\nAuthentication: None$/);
    const { text } = await request(stack, 'GET /', { headers: internal.as('admin') });
    expect(text).toMatch(/^[^\n]+\n\nAuthentication: Admin\n {2}Project: internal\n {2}User: None$/);
    const { body } = await request(stack, 'GET //api/v1?extra=1');
    expect(body.details.message.match(/\n {2}- /g)).toHaveLength(1);
    expect(body.details.message).toContain('query');
  });

  it('tell whether they live', async () => {
    const { status, body, headers } = await request(stack, 'GET //health?db=1');
    expect([status, body, headers.get('access-control-allow-origin')]).toEqual([200, { status: 'ok' }, '*']);
  });

  it.each([
    ['0.1.0', { upToDate: true }],
    ['0.1.9', { upToDate: false, severe: false, error: expect.any(String) as string }],
    ['0.2.0', { upToDate: false, severe: true, error: expect.any(String) as string }],
    ['0.1.0-beta', { upToDate: false, severe: true, error: expect.any(String) as string }],
    ['abc', { upToDate: false, severe: true, error: expect.any(String) as string }],
  ])('judge client version %s', async (clientVersion, expected) => {
    expect((await request(stack, 'POST /check-version', { body: { clientVersion } })).body).toEqual(expected);
  });

  it('name the feature that is missing', async () => {
    const answer = await request(stack, 'POST /check-feature-support', {
      body: { feature_name: 'teleport' },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('teleport')]);
  });
});

describe('public keys', () => {
  const path = () => `GET /projects/${project.id}/.well-known/jwks.json`;

  it('are two, and four with those of anonymous users', async () => {
    const two = await request(stack, path());
    const four = await request(stack, `${path()}?include_anonymous=true`);
    expect(two.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(Object.keys(two.body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x', 'y']);
    expect(
      [two, four].map(({ body }) => new Set(body.keys.map((key: { kid: string }) => key.kid)).size),
    ).toEqual([2, 4]);
  });

  it('of unknown projects do not exist', async () => {
    for (const id of ['nope', '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21']) {
      const { status, headers } = await request(stack, `GET /projects/${id}/.well-known/jwks.json`);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    }
    expect((await request(stack, `${path()}?include_anonymous=x`)).body.code).toBe('SCHEMA_ERROR');
  });

  it('are found from the anonymous issuer as well', async () => {
    const { status, headers } = await request(
      stack,
      'GET /projects-anonymous-users/internal/.well-known/jwks.json',
    );
    expect([status, headers.get('location')]).toEqual([
      307,
      '/api/v1/projects/internal/.well-known/jwks.json?include_anonymous=true',
    ]);
  });
});

describe('the documentation', () => {
  it('names every route and needs nothing from elsewhere', async () => {
    const { body } = await request(stack, 'GET /openapi.json');
    expect([body.openapi, body.servers[0].url]).toEqual(['3.1.0', `${PUBLIC_URL}/api/v1`]);
    expect(Object.keys(body.paths['/users/{user_id}'])).toEqual(['get', 'patch', 'delete']);
    const page = await request(stack, 'GET /docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('/auth/password/sign-up');
    expect(page.text).not.toMatch(/<script|src=|https?:\/\//);
  });
});
