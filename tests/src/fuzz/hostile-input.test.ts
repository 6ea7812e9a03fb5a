import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, ok, send, url, type Options } from '../client.ts';
import { bodyFor, documentedRoutes, type DocumentedRoute } from '../openapi.ts';
import { newProject, newUuid, type Project } from '../project.ts';

/** `send` refuses every answer of 500 or more, and checks the headers and the shape of every error. */
let project: Project;
let routes: DocumentedRoute[];
beforeAll(async () => {
  project = await newProject({ client_team_creation_enabled: true, client_user_deletion_enabled: true });
  routes = (await documentedRoutes()).filter(
    ({ method, path }) => !(method === 'DELETE' && path === '/internal/projects/current'),
  );
  expect(routes.length).toBeGreaterThan(45);
});

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

const HOSTILE_BODIES: (string | Uint8Array)[] = [
  'null',
  '[]',
  '""',
  '0',
  'true',
  '1e999',
  '{"a":1e999}',
  '{"":""}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}',
  `{"x":${nested(5_000)}}`,
  nested(100_000),
  nested(50_000, '{"a":', '}').replace(':}', ':1}'),
  `{"${'k'.repeat(100_000)}":1}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d]),
  Buffer.concat([Buffer.from('{"display_name":"'), Buffer.from([0xed, 0xa0, 0x80, 0xff]), Buffer.from('"}')]),
  Buffer.from([0, 0, 0, 0]),
];

const DEEP: unknown = JSON.parse(nested(2_000));

const HOSTILE_VALUES: unknown[] = [
  null,
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff\u202e<script>{{x}}\r\nSet-Cookie: a=b',
  'x'.repeat(20_000),
  "'; drop table users; --",
  '{"__proto__":{"x":1}}',
  nested(5_000),
  `{"rbac.permissions.x":${nested(2_000, '{"a":', '}').replace(':}', ':1}')}}`,
  -1,
  1.5,
  2 ** 53 + 2,
  -1e308,
  1e21,
  true,
  [],
  [[]],
  {},
  { toString: 1 },
  { length: -1 },
  DEEP,
  { k: 'a\u0000b', '\u0000': 1, '\ud800': '\udfff' },
  newUuid(),
  'me',
];

const HOSTILE_TEXTS = [
  '%00',
  '%ff%fe',
  '%',
  '%zz',
  '%e0%a4%a',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%27%20or%201%3D1--',
  '__proto__',
  'constructor',
  'me',
  'x'.repeat(3_000),
  '%F0%9F%98%80',
  '%5B%5D',
  '%0d%0aSet-Cookie:%20a=b',
];

/** Headers of somebody who may do everything, with a session of its own: routes end sessions and users. */
const authority = async (route: DocumentedRoute): Promise<Record<string, string | undefined>> => {
  const user = await project.newUser();
  const session = await project.newSession(user);
  const type = route.access === 'client' ? 'server' : 'admin';
  return { ...project.as(type, session).headers, 'x-stack-refresh-token': session.refresh_token };
};

const fill = (path: string, value = newUuid()): string =>
  path.replace('{project_id}', project.id).replace(/\{\w+\}/g, value);

const hasBody = ({ method }: DocumentedRoute): boolean => method !== 'GET';

/** In small groups, so that the whole is quick without being a flood. */
const inGroups = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < items.length; at += 8) await Promise.all(items.slice(at, at + 8).map(work));
};

describe('no route answers 500 or more to', { timeout: 120_000 }, () => {
  it('bodies that are not what they should be', async () => {
    for (const route of routes.filter(hasBody)) {
      const headers = { ...(await authority(route)), 'content-type': 'application/json' };
      await inGroups(HOSTILE_BODIES, (body) => api(route.method, fill(route.path), { headers, body }));
    }
  });

  it('fields that are not what they should be', async () => {
    const statuses: number[] = [];
    for (const route of routes.filter(({ body }) => body)) {
      const headers = await authority(route);
      const cases = Object.keys(route.body?.properties ?? {}).flatMap((name) =>
        HOSTILE_VALUES.map((value) => ({ ...bodyFor(route.body, {}), [name]: value })),
      );
      await inGroups(cases, async (json) => {
        statuses.push((await api(route.method, fill(route.path), { headers, json })).status);
      });
    }
    // It got past the credentials, and some of it was fine.
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(statuses.length / 10);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(20);
  });

  it('paths and queries that are not what they should be', async () => {
    for (const route of routes) {
      const headers = await authority(route);
      const json = hasBody(route) ? bodyFor(route.body, {}) : undefined;
      const paths = route.path.includes('{') ? HOSTILE_TEXTS.map((text) => fill(route.path, text)) : [];
      const names = [
        ...route.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        '__proto__',
        'a[b]',
      ];
      const queries = names.flatMap((name) =>
        HOSTILE_TEXTS.map((text) => `${fill(route.path)}?${name}=${text}`),
      );
      await inGroups([...paths, ...queries], (path) => api(route.method, path, { headers, json }));
    }
  });

  it('headers that are not what they should be', async () => {
    const values = [
      '',
      ' ',
      '\u00ff\u00fe',
      'x'.repeat(7_000),
      '[object Object]',
      '__proto__',
      'null',
      '%00',
      '{"a":1}',
      'a, b',
    ];
    const token = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const tokens = [
      `${token({ alg: 'ES256', kid: 'x' })}.${token({ aud: project.id, exp: 1e308, sub: {} })}.${'A'.repeat(86)}`,
      `${token({ alg: 'ES256', kid: '__proto__' })}.${token({ aud: '__proto__' })}.AA`,
      `${token({ alg: 'ES256', kid: 'x' })}.${token({ aud: `${project.id}:anon:anon` })}.AA`,
      `${'A'.repeat(4_000)}.${'B'.repeat(3_000)}.C`,
    ];
    const names = Object.keys(project.server.headers).concat([
      'x-stack-super-secret-admin-key',
      'x-stack-publishable-client-key',
      'x-stack-admin-access-token',
      'x-stack-refresh-token',
      'x-stack-workflow-token',
      'x-stack-development-override-key',
      'x-stack-branch-id',
      'x-stack-client-version',
      'x-stack-random-nonce',
      'x-stack-override-error-status',
      'x-stack-allow-anonymous-user',
      'content-type',
      'accept',
      'user-agent',
      'x-forwarded-for',
      'cf-connecting-ip',
      'x-vercel-ip-latitude',
      'authorization',
      'cookie',
      'origin',
      'host-override',
    ]);
    const cases: Options['headers'][] = names.flatMap((name) =>
      [...values, ...tokens].map((value) => ({ [name]: value })),
    );
    for (const path of ['/users/me', '/teams'])
      await inGroups(cases, (more) => api('GET', path, { headers: { ...project.server.headers, ...more } }));
    await inGroups(cases, (more) =>
      api('POST', '/teams', { headers: { ...project.server.headers, ...more }, body: '{}' }),
    );
  });

  it('odd URLs', async () => {
    const paths = [
      '/api',
      '/api/',
      '/api//',
      '/api/v1//users',
      '/api/v1/users/..',
      '/api/v1/%2e%2e/users',
      '/api/v1/users%2f',
      '/api/v1/users%00',
      '/images/x/y',
      '/images/%00/%ff',
      '/images/..%2f..%2fetc/passwd',
      '/inbox/messages?to=%00',
      '/inbox/messages?to=%ff',
      '/health?db=%00',
      `/api/v1/${'a/'.repeat(2_000)}`,
      '/api/v1/users?'.padEnd(6_000, '&a=b'),
    ];
    for (const path of paths)
      for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'PUT', 'OPTIONS', 'HEAD'])
        await send(method, path);
  });
});

describe('bytes that are no HTTP', () => {
  /** Status of the answer, or undefined when the connection was just closed. */
  const raw = (bytes: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port, protocol } = new URL(url());
      const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname);
      let text = '';
      socket.setTimeout(5_000, () => socket.destroy());
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', (error) =>
        (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? undefined : reject(error),
      );
      socket.on('close', () =>
        resolve(text === '' ? undefined : Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])),
      );
      socket.write(Buffer.from(bytes, 'latin1'));
      setTimeout(() => socket.end(), 500);
    });
  const host = () => `Host: ${new URL(url()).host}\r\n`;

  it.each([
    ['a path of raw bytes', () => `GET /api/v1/\xff\xfe\x80 HTTP/1.1\r\n${host()}\r\n`],
    ['a path with a space', () => `GET /api/v1/a b HTTP/1.1\r\n${host()}\r\n`],
    ['an absolute URL', () => `GET http://evil.example/api/v1/users HTTP/1.1\r\n${host()}\r\n`],
    ['an asterisk', () => `OPTIONS * HTTP/1.1\r\n${host()}\r\n`],
    ['an asterisk to GET', () => `GET * HTTP/1.1\r\n${host()}\r\n`],
    ['two slashes', () => `GET //evil.example/api/v1 HTTP/1.1\r\n${host()}\r\n`],
    ['an unknown method', () => `BREW /api/v1/users HTTP/1.1\r\n${host()}\r\n`],
    ['TRACE', () => `TRACE /api/v1/users HTTP/1.1\r\n${host()}\r\n`],
    ['CONNECT', () => `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n`],
    ['a null in a header', () => `GET /api/v1 HTTP/1.1\r\n${host()}x-stack-project-id: a\x00b\r\n\r\n`],
    [
      'a header of 40 KB',
      () => `GET /api/v1 HTTP/1.1\r\n${host()}x-stack-project-id: ${'a'.repeat(40_000)}\r\n\r\n`,
    ],
    [
      'two hosts and no body',
      () => `POST /api/v1/users HTTP/1.1\r\n${host()}${host()}Content-Length: 5\r\n\r\n`,
    ],
    [
      'two lengths',
      () => `POST /api/v1/users HTTP/1.1\r\n${host()}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    ],
    [
      'length and chunks',
      () =>
        `POST /api/v1/users HTTP/1.1\r\n${host()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'broken chunks',
      () =>
        `POST /api/v1/users HTTP/1.1\r\n${host()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
    ],
    [
      'a body that never comes',
      () =>
        `POST /api/v1/users HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
    [
      'an upgrade',
      () => `GET /api/v1 HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ],
    ['no HTTP at all', () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`],
  ])('%s: answered below 500, or closed', async (_, bytes) => {
    const status = await raw(bytes());
    if (status !== undefined) expect(status).toBeLessThan(500);
    ok(await api('GET', ''));
  });
});

describe('sizes', () => {
  it('a body over the limit is 413, and the next request is answered', async () => {
    const json = { display_name: 'x'.repeat(6_000_000) };
    const answer = await project.server.post('/teams', json);
    expect(answer.status).toBe(413);
    ok(await project.server.get('/teams'));
  });

  it('metadata of a megabyte is kept as it is', async () => {
    const client_metadata = {
      text: 'ü'.repeat(250_000),
      list: Array.from({ length: 50_000 }, (_, index) => index),
    };
    const user = await project.newUser({ client_metadata });
    expect(ok(await project.server.get(`/users/${user}`)).client_metadata).toEqual(client_metadata);
    const team = await project.newTeam({ client_metadata });
    expect(ok(await project.server.get(`/teams/${team}`)).client_metadata).toEqual(client_metadata);
  });
});
