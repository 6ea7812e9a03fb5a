import { beforeAll, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok, type Json } from '../client.ts';
import { newProject, newUuid, overrideConfig, type Caller, type Project, type User } from '../project.ts';

let project: Project;
let user: User;
let team: string;
let server: Caller;
beforeAll(async () => {
  project = await newProject({ client_team_creation_enabled: true });
  await overrideConfig(project, {
    'rbac.permissions.reader': { scope: 'project' },
    'rbac.permissions.editor': { scope: 'team' },
  });
  user = await project.signUp();
  team = await project.newTeam({ creator_user_id: user.id });
  server = project.as('server', user);
});

const CALLBACK = { callback_url: 'http://localhost:3000/callback' };

it('me is the current user in every path, and the answer has the real id', async () => {
  const grant = ok(await server.post(`/team-permissions/${team}/me/editor`, {}), 201);
  expect(grant).toEqual({ id: 'editor', team_id: team, user_id: user.id });
  ok(await server.delete(`/team-permissions/${team}/me/editor`));
  expect(ok(await server.post('/project-permissions/me/reader', {}), 201).user_id).toBe(user.id);
  ok(await server.delete('/project-permissions/me/reader'));
  ok(await server.delete(`/team-memberships/${team}/me`));
  expect(ok(await server.post(`/team-memberships/${team}/me`, {}), 201).user_id).toBe(user.id);
  const { items } = ok(await server.get('/contact-channels?user_id=me')) as { items: { id: string }[] };
  ok(await server.post(`/contact-channels/me/${items[0]!.id}/send-verification-code`, CALLBACK));
});

it('me is the current user in every query and body', async () => {
  for (const path of ['/teams', '/team-permissions', '/contact-channels', '/auth/sessions'])
    expect((ok(await server.get(`${path}?user_id=me`)).items as Json[]).length, path).toBeGreaterThan(0);
  ok(await server.get('/project-permissions?user_id=me'));
  const made = ok(await server.post('/teams', { display_name: 'x', creator_user_id: 'me' }), 201);
  const { items } = ok(await server.get('/users', { query: { team_id: made.id as string } }));
  expect(items[0].id).toBe(user.id);
  ok(await server.post('/auth/sessions', { user_id: 'me' }));
});

it('me without a user is CANNOT_GET_OWN_USER_WITHOUT_USER, for servers as well', async () => {
  for (const [method, path] of [
    ['post', `/team-permissions/${team}/me/editor`],
    ['delete', `/team-permissions/${team}/me/editor`],
    ['post', '/project-permissions/me/reader'],
    ['delete', '/project-permissions/me/reader'],
    ['post', `/team-memberships/${team}/me`],
    ['delete', `/team-memberships/${team}/me`],
    ['post', `/contact-channels/me/${team}/send-verification-code`],
    ['get', '/project-permissions?user_id=me'],
    ['delete', `/auth/sessions/${team}?user_id=me`],
  ] as const)
    expectKnown(await project.server[method](path), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
});

it('me is no team, no key set and no user of /users/{id} but a resource of its own', async () => {
  expectSchemaError(await server.get('/teams/me'), 'params.team_id');
  expectSchemaError(await server.get('/users?team_id=me'), 'query.team_id');
  expectSchemaError(await server.post('/team-memberships/me/me', {}), 'params.team_id');
  expectSchemaError(await project.as('admin', user).get('/internal/api-keys/me'), 'params.id');
  expect(ok(await server.get('/users/me')).id).toBe(user.id);
});

const LISTS = [
  '/auth/sessions',
  '/contact-channels',
  '/oauth-providers',
  '/project-permissions',
  '/team-permissions',
  '/teams',
];

it.each(LISTS)(
  'GET %s: a client may name itself, by id or as me; somebody else is a 403 text',
  async (path) => {
    const client = project.as('client', user);
    const other = await project.newUser();
    ok(await client.get(path, { query: { user_id: user.id } }));
    expect(ok(await client.get(path, { query: { user_id: 'me' } }))).toEqual(
      ok(await client.get(path, { query: { user_id: user.id } })),
    );
    for (const id of [other, newUuid()]) expectText(await client.get(path, { query: { user_id: id } }), 403);
    ok(await server.get(path, { query: { user_id: other } }));
  },
);

it.each(LISTS)('GET %s: a client without a user is CANNOT_GET_OWN_USER_WITHOUT_USER', async (path) => {
  for (const user_id of ['me', user.id])
    expectKnown(
      await project.client.get(path, { query: { user_id } }),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
});
