import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectSchemaError, expectSchemaErrorOn, ok } from '../client.ts';
import { newOwner, newProject, newUuid, type Owner, type Project, type User } from '../project.ts';

let project: Project;
let owner: Owner;
let user: User;
beforeAll(async () => {
  owner = await newOwner();
  project = await newProject({}, owner);
  user = await project.signUp();
});

describe('SCHEMA_ERROR', () => {
  it('starts with the method and the path as requested, without the query', async () => {
    const answer = await project.server.get('/users?limit=abc');
    const [lead] = String(answer.body.error).split('\n');
    expect(lead).toMatch(/GET \/api\/v1\/users:$/);
    expect(answer.body.details).toEqual({ message: answer.body.error });
  });

  it('lists all problems, params before query before body, fields in order of declaration', async () => {
    const json = {
      display_name: 5,
      primary_email: 'no address',
      is_anonymous: 'perhaps',
      metadata: 1,
      other: 2,
    };
    const answer = await project.server.post('/users?limit=abc&junk=1&cursor=x', {
      ...json,
      display_name: {},
    });
    expectSchemaError(
      answer,
      'query.limit',
      'query.cursor',
      /^query .*junk$/,
      'body.display_name',
      'body.primary_email',
      'body.is_anonymous',
      /^body .*metadata, other$/,
    );
    expectSchemaError(await project.server.get('/users/123?limit=0'), 'params.user_id', 'query.limit');
  });

  it('names unknown keys once per object, joined, after the problems of its fields', async () => {
    const answer = await project.server.post('/teams', { zebra: 1, apple: 2 });
    expectSchemaError(answer, 'body.display_name', /^body .*zebra, apple$/);
  });

  it('writes paths with dots and indexes in brackets', async () => {
    const config = {
      domains: [
        { domain: 'https://a.example', handler_path: 'no-slash' },
        { domain: 'nope', handler_path: '/x', extra: 1 },
      ],
      nonsense: true,
    };
    expectSchemaError(
      await project.admin.patch('/internal/projects/current', { config }),
      'body.config.domains[0].handler_path',
      'body.config.domains[1].domain',
      'body.config.domains[1].domain',
      /^body\.config\.domains\[1\] .*extra$/,
      /^body\.config .*nonsense$/,
    );
  });

  it('says what a missing, a null and a mistyped field lacks', async () => {
    const { body } = await project.server.post('/teams', {});
    expect(body.error).toMatch(/ {2}- body\.display_name must be defined/);
    const nulled = await project.server.post('/teams', { display_name: null });
    expect(nulled.body.error).toMatch(/ {2}- body\.display_name cannot be null/);
    const typed = await project.server.post('/teams', { display_name: {} });
    expect(typed.body.error).toMatch(/ {2}- body\.display_name must be a `string` type/);
  });

  it('does not repeat long values, which may be secrets', async () => {
    const secret = 'a-very-secret-password-that-nobody-may-see';
    const answer = await project.server.post('/users', { primary_email: secret, is_anonymous: secret });
    expect(answer.text).not.toContain(secret);
  });

  it('reports a missing user beside the other problems where the schema asks for one', async () => {
    expectSchemaError(
      await project.client.post('/auth/password/update', {}),
      'auth.user',
      'body.old_password',
      'body.new_password',
    );
    expectSchemaError(await project.client.post('/auth/password/set', { password: 1 }), 'auth.user');
    expectSchemaError(
      await project.client.post('/contact-channels/send-verification-code', {}),
      'auth.user',
      'body.email',
      'body.callback_url',
    );
  });

  it('on a missing header names it', async () => {
    expectSchemaError(
      await project.client.post('/auth/sessions/current/refresh'),
      'headers.x-stack-refresh-token',
    );
  });
});

describe('unknown keys', () => {
  it.each([
    ['GET', '/users'],
    ['GET', '/teams'],
    ['GET', '/team-permissions'],
    ['GET', '/project-permissions'],
    ['GET', '/contact-channels'],
    ['GET', '/auth/sessions?user_id=00000000-0000-4000-8000-000000000000'],
    ['GET', '/users/00000000-0000-4000-8000-000000000000'],
    ['DELETE', '/users/00000000-0000-4000-8000-000000000000'],
    ['GET', '/teams/00000000-0000-4000-8000-000000000000'],
    ['GET', '/users/me'],
    ['DELETE', '/team-memberships/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000000'],
  ])('in the query of %s %s are refused', async (method, path) => {
    const junk = `${path}${path.includes('?') ? '&' : '?'}junk=1`;
    const answer = await api(method, junk, { headers: project.as('server', user).headers });
    expectSchemaError(answer, /^query .*junk$/);
  });

  it.each([
    '/team-permission-definitions',
    '/project-permission-definitions',
    '/internal/api-keys',
    '/internal/projects/current',
  ])('in the query of GET %s are refused', async (path) => {
    expectSchemaError(await project.admin.get(`${path}?junk=1`), /^query .*junk$/);
  });

  it('a list filter is accepted on the other routes of the resource', async () => {
    ok(await project.server.get(`/users/${user.id}?include_anonymous=true&limit=3`));
    const team = await project.newTeam();
    ok(await project.server.get(`/teams/${team}?user_id=${user.id}`));
  });

  it('in the body are refused at every depth, also those that belong to another access type', async () => {
    const client = project.as('client', user);
    for (const key of [
      'server_metadata',
      'client_read_only_metadata',
      'primary_email',
      'is_anonymous',
      'password',
      'id',
    ]) {
      const answer = await client.patch('/users/me', { display_name: 'not written', [key]: 'x' });
      expectSchemaError(answer, new RegExp(`^body .*${key}$`));
    }
    expect(ok(await client.get('/users/me')).display_name).toBe(null);
    for (const key of ['id', 'created_at_millis', 'signed_up_at_millis', 'has_password'])
      expectSchemaError(
        await project.server.patch(`/users/${user.id}`, { [key]: 1 }),
        new RegExp(`^body .*${key}$`),
      );
    expectSchemaError(
      await project.as('client', user).post('/teams', { display_name: 'x', server_metadata: 1 }),
      /^body .*server_metadata$/,
    );
  });

  it('named like a prototype are unknown keys like others', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const body = `{"${key}":{"display_name":"x"}}`;
      const headers = { ...project.server.headers, 'content-type': 'application/json' };
      expectSchemaError(await api('POST', '/users', { headers, body }), new RegExp(`^body .*${key}$`));
    }
  });

  it('of metadata are not judged', async () => {
    const metadata = { anything: { goes: [1, 'two', null, { deep: true }] }, constructor: 1, $ref: '#' };
    const { client_metadata } = ok(
      await project.server.patch(`/users/${user.id}`, { client_metadata: metadata }),
    );
    expect(client_metadata).toEqual(metadata);
  });
});

describe('coercion', () => {
  const create = async (fields: object) => project.server.post('/users', fields);

  it('a string takes numbers and booleans', async () => {
    expect(ok(await create({ display_name: 5 }), 201).display_name).toBe('5');
    expect(ok(await create({ display_name: true }), 201).display_name).toBe('true');
    expectSchemaError(await create({ display_name: {} }), 'body.display_name');
    expectSchemaError(await create({ display_name: [] }), 'body.display_name');
  });

  it('a boolean takes its words and numbers', async () => {
    for (const yes of ['true', 'TRUE', '1', 1, true])
      expect(ok(await create({ is_anonymous: yes }), 201).is_anonymous, String(yes)).toBe(true);
    for (const no of ['false', 'False', '0', 0, false])
      expect(ok(await create({ is_anonymous: no }), 201).is_anonymous, String(no)).toBe(false);
    for (const bad of ['yes', '', 2, null, {}])
      expectSchemaError(await create({ is_anonymous: bad }), 'body.is_anonymous');
  });

  it('a number takes numeric strings, not empty ones, words or booleans', async () => {
    const session = (expires_in_millis: unknown) =>
      project.server.post('/auth/sessions', { user_id: user.id, expires_in_millis });
    ok(await session('60000'));
    ok(await session(' 60000 '));
    for (const bad of ['', 'abc', true, null, {}, []])
      expectSchemaError(await session(bad), 'body.expires_in_millis');
    expectSchemaError(await project.server.get('/users?limit='), 'query.limit');
    expectSchemaError(await project.server.get('/users?limit=1.5'), 'query.limit');
    expectSchemaError(await project.server.get('/users?limit=0'), 'query.limit');
    expectSchemaError(await project.server.get('/users?desc=1'), 'query.desc');
  });

  it('objects and arrays are not parsed from strings', async () => {
    expectSchemaError(
      await project.admin.patch('/internal/projects/current', { config: '{}' }),
      'body.config',
    );
    expectSchemaError(
      await project.admin.patch('/internal/projects/current', { config: { domains: {} } }),
      'body.config.domains',
    );
  });

  it('optional is not nullable', async () => {
    expectSchemaError(
      await project.server.patch(`/users/${user.id}`, { primary_email_verified: null }),
      'body.primary_email_verified',
    );
    expectSchemaError(
      await project.server.patch(`/teams/${newUuid()}`, { display_name: null }),
      'body.display_name',
    );
  });

  it('a required string may be empty unless it says otherwise', async () => {
    expect(ok(await project.server.post('/teams', { display_name: '' }), 201).display_name).toBe('');
    expectSchemaError(await create({ primary_email: '' }), 'body.primary_email');
  });
});

describe('field formats', () => {
  const GOOD = ['00000000-0000-0000-0000-000000000000', 'A3BB189E-8BF9-3888-9912-ACE4E6543002', newUuid()];
  const BAD = [
    'me',
    '123',
    'a3bb189e-8bf9-0888-9912-ace4e6543002',
    'a3bb189e-8bf9-6888-9912-ace4e6543002',
    `${newUuid()}0`,
  ];

  it('a uuid has version 1 to 5 or is all zeros, in any case', async () => {
    for (const id of GOOD) expect((await project.server.get(`/teams/${id}`)).status, id).toBe(404);
    for (const id of BAD) expectSchemaError(await project.server.get(`/teams/${id}`), 'params.team_id');
  });

  it('ids made by the server are version 4 in lower case', async () => {
    const v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const id of [user.id, await project.newTeam(), await project.newUser(), project.id])
      expect(id).toMatch(v4);
  });

  it('an id in capitals names the same thing', async () => {
    expect(ok(await project.server.get(`/users/${user.id.toUpperCase()}`)).id).toBe(user.id);
    ok(await project.as('client', user).get('/teams', { query: { user_id: user.id.toUpperCase() } }));
  });

  it('a loose address may lack a dot, a strict one may not', async () => {
    ok(await project.server.post('/users', { primary_email: `x${newUuid()}@gmail` }), 201);
    for (const email of [
      'x@localhost',
      'x@gmail',
      'x@a.b',
      '.a@b.com',
      'a.@b.com',
      'a..b@c.com',
      `${'a'.repeat(251)}@b.com`,
    ])
      expectSchemaError(
        await project.client.post('/auth/password/sign-up', { email, password: 'long enough' }),
        'body.email',
      );
    for (const email of [
      '',
      'no',
      'a@',
      '@b.com',
      ' a@b.com',
      'a@b.com ',
      'a b@c.com',
      'a@b@c.com',
      'a\u0000@b.com',
    ])
      expectSchemaError(await project.server.post('/users', { primary_email: email }), 'body.primary_email');
  });

  it('an address is stored in lower case, nothing else is changed', async () => {
    const mixed = `Mixed.Case+Tag-${newUuid()}@Example.COM`;
    expect(ok(await project.server.post('/users', { primary_email: mixed }), 201).primary_email).toBe(
      mixed.toLowerCase(),
    );
  });

  it('a display name of a user has at most 256 characters, an empty one is null', async () => {
    expect(
      ok(await project.server.post('/users', { display_name: 'ü'.repeat(256) }), 201).display_name,
    ).toHaveLength(256);
    expectSchemaError(
      await project.server.post('/users', { display_name: 'x'.repeat(257) }),
      'body.display_name',
    );
    expect(ok(await project.server.post('/users', { display_name: '' }), 201).display_name).toBe(null);
    expect(ok(await project.server.patch(`/users/${user.id}`, { display_name: '' })).display_name).toBe(null);
  });

  it('base64 has the right padding', async () => {
    for (const bad of ['not base64!', 'abc', 'YQ', 'YQ='])
      expectSchemaError(
        await project.as('client', user).patch('/users/me', { totp_secret_base64: bad }),
        'body.totp_secret_base64',
      );
  });

  it('a permission id has small letters, digits, colons and underscores; $ only for system ids', async () => {
    for (const id of ['Read', 'a-b', 'a.b', '', '$', '$nothing', '$$update_team', 'ä'])
      expectSchemaError(
        await project.server.get('/team-permissions', { query: { permission_id: id } }),
        'query.permission_id',
      );
    for (const id of ['read', 'a_b:c0', '$update_team'])
      ok(await project.server.get('/team-permissions', { query: { permission_id: id } }));
    for (const id of ['Read', 'a-b', '$nothing'])
      expectSchemaError(
        await project.server.post(`/team-permissions/${newUuid()}/${newUuid()}/${id}`, {}),
        'params.permission_id',
      );
  });

  it('a session lasts at most 367 days', async () => {
    const create = (days: number) =>
      project.server.post('/auth/sessions', { user_id: user.id, expires_in_millis: days * 86_400_000 });
    ok(await create(366));
    ok(await create(367));
    const answer = await create(370);
    expectSchemaError(answer, 'body.expires_in_millis');
    expect(answer.body.error).toContain('31708800000');
    expectSchemaError(await create(0), 'body.expires_in_millis');
    expectSchemaError(await create(-1), 'body.expires_in_millis');
  });

  it('trusted domains are http or https, with wildcards in the host only', async () => {
    const patch = (domain: string) =>
      project.admin.patch('/internal/projects/current', {
        config: { domains: [{ domain, handler_path: '/handler' }] },
      });
    for (const domain of [
      'https://a.example',
      'http://a.example',
      'https://*.a.example',
      'https://**.a.example',
      'http://*:8080',
      'https://api-*.a.example',
      'https://*.a.example:8443/handler',
    ])
      ok(await patch(domain));
    for (const domain of ['', 'a.example', 'ftp://a.example', 'https://a b.example', 'javascript:alert(1)'])
      expectSchemaErrorOn(await patch(domain), 'body.config.domains[0].domain');
    for (const domain of [
      'https://*.a.example/*',
      'https://a.example/*',
      'https://a.example:*',
      'https://*.a.example:80*',
      'https://.*.example',
      'https://*..example',
      'https://*.example.',
      'https://*_x.example',
      'https://user@*.example',
      'https://*.ex@mple',
    ])
      expectSchemaErrorOn(await patch(domain), 'body.config.domains[0].domain');
  });

  it('a list filter that is a boolean is true or false', async () => {
    for (const bad of ['1', 'yes', '', 'TRUE'])
      expectSchemaError(
        await project.server.get('/users', { query: { include_anonymous: bad } }),
        'query.include_anonymous',
      );
  });

  it('text cannot hold the null character', async () => {
    expectSchemaError(await project.server.post('/users', { display_name: 'a\u0000b' }), 'body.display_name');
    expectSchemaError(await project.server.post('/teams', { display_name: 'a\u0000b' }), 'body.display_name');
  });
});

describe('profile images', () => {
  // One pixel.
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const mine = (profile_image_url: unknown) =>
    project.as('client', user).patch('/users/me', { profile_image_url });
  const text = (answer: { status: number; headers: object }) =>
    expect([answer.status, 'x-stack-known-error' in answer.headers]).toEqual([400, false]);

  it('of a client are https or a data URL of an image', async () => {
    expect(ok(await mine('https://cdn.example/a.png')).profile_image_url).toBe('https://cdn.example/a.png');
    expect(ok(await mine(`data:image/gif;base64,${GIF}`)).profile_image_url).toMatch(
      /\/user-profile-images\/[^/]+\.gif$/,
    );
    for (const bad of [
      'http://cdn.example/a.png',
      'data:image/not-valid',
      'ftp://a/b.png',
      'data:text/html;base64,YQ==',
      `data:image/svg+xml;base64,${PNG}`,
    ])
      text(await mine(bad));
    expect(ok(await mine(null)).profile_image_url).toBe(null);
  });

  it('of a server may be http', async () => {
    const patch = (profile_image_url: string) =>
      project.server.patch(`/users/${user.id}`, { profile_image_url });
    expect(ok(await patch('http://cdn.example/a.png')).profile_image_url).toBe('http://cdn.example/a.png');
    text(await patch('ftp://cdn.example/a.png'));
    text(await patch('data:image/png;base64,AAAA'));
  });

  it('that are no URL or too long are SCHEMA_ERROR', async () => {
    for (const bad of ['', 'no url', PNG, `https://cdn.example/${'a'.repeat(1_000_000)}`])
      expectSchemaErrorOn(await mine(bad), 'body.profile_image_url');
  });

  it('larger than 100,000 bytes are refused for everybody', async () => {
    const large = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(100_000)]).toString('base64');
    text(await mine(`data:image/png;base64,${large}`));
    text(
      await project.server.patch(`/users/${user.id}`, {
        profile_image_url: `data:image/png;base64,${large}`,
      }),
    );
  });

  it('uploaded are served with their type', async () => {
    const stored = ok(await mine(`data:image/png;base64,${PNG}`)).profile_image_url as string;
    const response = await fetch(stored);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('of teams follow the same rules', async () => {
    const team = await project.newTeam({ profile_image_url: `data:image/png;base64,${PNG}` });
    expect(ok(await project.server.get(`/teams/${team}`)).profile_image_url).toMatch(
      /\/team-profile-images\/[^/]+\.png$/,
    );
    text(
      await project.server.post('/teams', {
        display_name: 'x',
        profile_image_url: 'data:image/png;base64,AAAA',
      }),
    );
  });
});
