import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, ok } from '../client.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const post = (path: string, type: string | undefined, body?: string | Uint8Array) =>
  api('POST', path, { headers: { ...project.server.headers, 'content-type': type }, body });
const signUp = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe('the media type chooses the parser', () => {
  it.each(['{', '', ' ', 'undefined', "{'a':1}", '{"a":1}}', '[1,]', 'NaN'])(
    'unparsable JSON, no bytes included, is BODY_PARSING_ERROR: %j',
    async (body) => {
      expectKnown(await post('/users', 'application/json', body), 400, 'BODY_PARSING_ERROR');
      expectKnown(await post('/users', 'application/json; charset=utf-8', body), 400, 'BODY_PARSING_ERROR');
    },
  );

  it.each(['multipart/form-data; boundary=x', 'application/xml', 'text/html', 'nonsense', 'image/png'])(
    '%s is BODY_PARSING_ERROR',
    async (type) => {
      expectKnown(await post('/users', type, 'x'), 400, 'BODY_PARSING_ERROR');
    },
  );

  it('JSON with a parameter in the media type is JSON', async () => {
    ok(await post('/users', 'application/json;charset=UTF-8', '{}'), 201);
  });

  it('no media type: the bytes are ignored and there is no body', async () => {
    expectSchemaError(await post('/users', undefined, '{}'), 'body');
    expectSchemaError(await post('/users', '', '{}'), 'body');
  });

  it('text/plain is a string, so a JSON string fails validation, not parsing', async () => {
    expectSchemaError(await post('/users', 'text/plain', '{}'), 'body');
    expectSchemaError(await post('/users', 'application/octet-stream', '{}'), 'body');
  });

  it('a form is accepted wherever JSON is, its strings are coerced, the last of a repeated key wins', async () => {
    const form = 'application/x-www-form-urlencoded';
    const user = ok(
      await post('/users', form, 'display_name=First&display_name=Mira+O%27&is_anonymous=true'),
      201,
    );
    expect(user).toMatchObject({ display_name: "Mira O'", is_anonymous: true });
    const email = newEmail();
    ok(await post('/auth/password/sign-up', form, signUp({ email, password: PASSWORD })));
    ok(await post('/auth/password/sign-in', form, signUp({ email, password: PASSWORD })));
  });

  it('invalid UTF-8 is replaced, not refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"display_name":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('z"}'),
    ]);
    expect(ok(await post('/users', 'application/json', bytes), 201).display_name).toBe('a\ufffd\ufffdz');
  });

  it('a GET has no body, whatever its content type says', async () => {
    ok(await project.server.get('/users', { headers: { 'content-type': 'application/json' } }));
    ok(await project.server.get('/users', { headers: { 'content-type': 'multipart/form-data' } }));
  });

  it('a DELETE ignores its body when it parses', async () => {
    const id = await project.newUser();
    const options = { headers: { ...project.server.headers, 'content-type': 'application/json' } };
    expectKnown(await api('DELETE', `/users/${id}`, { ...options, body: '{' }), 400, 'BODY_PARSING_ERROR');
    ok(await api('DELETE', `/users/${id}`, { ...options, body: '{"anything":[1]}' }));
    ok(await project.server.delete(`/users/${await project.newUser()}`));
  });
});

describe('a create or update needs an object', () => {
  it.each([
    ['POST', '/users'],
    ['POST', '/teams'],
    ['PATCH', `/users/${newUuid()}`],
    ['PATCH', `/teams/${newUuid()}`],
    ['POST', `/team-memberships/${newUuid()}/${newUuid()}`],
    ['POST', `/team-permissions/${newUuid()}/${newUuid()}/a`],
    ['POST', `/project-permissions/${newUuid()}/a`],
  ])('%s %s without one is SCHEMA_ERROR on body', async (method, path) => {
    const { headers } = project.server;
    expectSchemaError(await api(method, path, { headers }), 'body');
    for (const json of [null, [], 'text', 5])
      expectSchemaError(await api(method, path, { headers, json }), 'body');
  });

  it.each([
    ['POST', '/internal/api-keys'],
    ['PATCH', `/internal/api-keys/${newUuid()}`],
    ['PATCH', '/internal/projects/current'],
    ['PATCH', '/internal/config/override'],
  ])('%s %s without one is SCHEMA_ERROR on body', async (method, path) => {
    expectSchemaError(await api(method, path, { headers: project.admin.headers }), 'body');
  });

  it('a relation is created with an empty one', async () => {
    const [team, user] = [await project.newTeam(), await project.newUser()];
    expect(ok(await project.server.post(`/team-memberships/${team}/${user}`, {}), 201)).toEqual({
      team_id: team,
      user_id: user,
    });
  });
});

describe('the query', () => {
  it('of a repeated key has its last value', async () => {
    const users = await Promise.all([project.newUser(), project.newUser()]);
    expect(users).toHaveLength(2);
    const { items } = ok(await project.server.get('/users?limit=5&limit=1')) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });
});
