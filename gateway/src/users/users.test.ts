import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  internal,
  newProject,
  request,
  signUp,
  type Json,
  type Project,
  type SignedIn,
} from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project & { owner: SignedIn };
beforeAll(async () => {
  stack = await startStack('gateway-users');
  project = await newProject(stack);
});
afterAll(() => stack?.stop());

const server = (target: string, body?: unknown) =>
  request(stack, target, { headers: project.as('server'), body });
const client = (target: string, user: SignedIn | undefined, body?: unknown) =>
  request(stack, target, { headers: project.as('client', user), body });
const reasonOf = ({ body }: { body: Json }): string => body.details.message.split('\n').slice(1).join('\n');

const CLIENT_KEYS = [
  'auth_with_email',
  'client_metadata',
  'client_read_only_metadata',
  'display_name',
  'has_password',
  'id',
  'is_anonymous',
  'oauth_providers',
  'otp_auth_enabled',
  'passkey_auth_enabled',
  'primary_email',
  'primary_email_verified',
  'profile_image_url',
  'requires_totp_mfa',
  'selected_team',
  'selected_team_id',
  'signed_up_at_millis',
];
const SERVER_KEYS = [
  ...CLIENT_KEYS,
  'last_active_at_millis',
  'primary_email_auth_enabled',
  'server_metadata',
].sort();

describe('POST /users', () => {
  it('creates a user without anything', async () => {
    const { status, body } = await server('POST /users', {});
    expect([status, Object.keys(body).sort()]).toEqual([201, SERVER_KEYS]);
    expect(body).toMatchObject({
      primary_email: null,
      display_name: null,
      selected_team: null,
      oauth_providers: [],
    });
  });

  it('keeps every kind of metadata', async () => {
    const metadata = { a: [1, null, { b: false }], 'c d': 'e', n: 1.5 };
    const { body } = await server('POST /users', {
      client_metadata: metadata,
      server_metadata: 0,
      client_read_only_metadata: 'x',
    });
    const { body: read } = await server(`GET /users/${body.id}`);
    expect([read.client_metadata, read.server_metadata, read.client_read_only_metadata]).toEqual([
      metadata,
      0,
      'x',
    ]);
  });

  it('casts what it can and lists the rest', async () => {
    const { body } = await server('POST /users', {
      display_name: 5,
      primary_email: 'a@gmai',
      primary_email_verified: 'TRUE',
    });
    expect(body).toMatchObject({ display_name: '5', primary_email: 'a@gmai', primary_email_verified: true });
    const refused = await server('POST /users', { display_name: {}, primary_email: '', id: 'x', extra: 1 });
    expect(reasonOf(refused)).toMatch(
      /^ {2}- body.display_name .*\n {2}- body.primary_email .*\n {2}- body contains unknown properties: id, extra$/,
    );
  });

  it('needs a body and server access', async () => {
    expect(reasonOf(await server('POST /users'))).toBe('  - body must be defined');
    const { status, body } = await client('POST /users', undefined, { extra: 1 });
    expect([status, body.code, body.details]).toEqual([
      401,
      'INSUFFICIENT_ACCESS_TYPE',
      { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
    ]);
  });
});

describe('GET /users', () => {
  it('pages through all users in order', async () => {
    const paged = await newProject(stack);
    const list = (query: string) => request(stack, `GET /users${query}`, { headers: paged.as('server') });
    for (let index = 0; index < 5; index += 1) {
      await request(stack, 'POST /users', {
        headers: paged.as('server'),
        body: { display_name: `user ${index}` },
      });
    }
    const first = await list('?limit=2');
    expect(first.body).toMatchObject({
      is_paginated: true,
      pagination: { next_cursor: expect.any(String) as string },
    });
    const rest = await list(`?limit=3&cursor=${first.body.pagination.next_cursor}`);
    expect(rest.body.pagination).toEqual({ next_cursor: null });
    const all = await list('');
    expect([...first.body.items, ...rest.body.items]).toEqual(all.body.items);
    const search = await list('?query=USER%203');
    expect(search.body.items.map((user: Json) => user.display_name)).toEqual(['user 3']);
  });

  it.each(['limit=abc', 'limit=0', 'limit=1.5', 'cursor=x', 'order_by=name', 'desc=yes', 'nope=1'])(
    'refuses ?%s',
    async (query) => expect(reasonOf(await server(`GET /users?${query}`))).toContain('query'),
  );
});

describe('GET /users/{user_id}', () => {
  it('accepts the filters of the list and nothing else', async () => {
    const { body } = await server('POST /users', {});
    expect((await server(`GET /users/${body.id}?include_anonymous=true`)).status).toBe(200);
    expect((await server(`GET /users/${body.id}?extra=1`)).status).toBe(400);
    expect(reasonOf(await server('GET /users/123'))).toContain('params.user_id');
    expect((await server(`GET /users/${newUuid()}`)).body.code).toBe('USER_NOT_FOUND');
  });

  it('hides users of other projects', async () => {
    const { body } = await server('POST /users', {});
    const other = await newProject(stack);
    for (const method of ['GET', 'DELETE']) {
      const answer = await request(stack, `${method} /users/${body.id}`, { headers: other.as('admin') });
      expect([answer.status, answer.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });
});

describe('PATCH /users/{user_id}', () => {
  it('tells absent, null and value apart', async () => {
    const { body } = await server('POST /users', {
      display_name: 'a',
      client_metadata: { x: 1 },
      primary_email: 'q@example.com',
    });
    const patch = (change: object) => server(`PATCH /users/${body.id}`, change);
    expect((await patch({})).body).toMatchObject({ display_name: 'a', client_metadata: { x: 1 } });
    expect((await patch({ client_metadata: null })).body).toMatchObject({
      display_name: 'a',
      client_metadata: null,
    });
    expect((await patch({ display_name: '' })).body.display_name).toBeNull();
    expect((await patch({ primary_email: null })).body.primary_email).toBeNull();
    expect(reasonOf(await patch({ is_anonymous: true }))).toContain('body.is_anonymous');
    expect(reasonOf(await patch({ otp_auth_enabled: null }))).toContain(
      'body.otp_auth_enabled cannot be null',
    );
  });
});

describe('/users/me', () => {
  it('shows a client the client view and a server the server view', async () => {
    const user = await signUp(stack, project);
    const seen = await client('GET /users/me', user);
    expect(Object.keys(seen.body).sort()).toEqual(CLIENT_KEYS);
    const full = await request(stack, 'GET /users/me', { headers: project.as('server', user) });
    expect(Object.keys(full.body).sort()).toEqual(SERVER_KEYS);
  });

  it('shows the selected team in the view of the caller', async () => {
    const user = await signUp(stack, internal);
    const { body } = await request(stack, 'GET /users/me', { headers: internal.as('client', user) });
    expect(Object.keys(body.selected_team).sort()).toEqual([
      'client_metadata',
      'client_read_only_metadata',
      'display_name',
      'id',
      'profile_image_url',
    ]);
    const list = await request(stack, 'GET /users', { headers: internal.as('server') });
    const listed = list.body.items.find((item: Json) => item.id === user.user_id);
    expect(listed.selected_team).toMatchObject({
      id: body.selected_team_id,
      created_at_millis: expect.any(Number) as number,
    });
  });

  it('needs a user', async () => {
    expect((await client('GET /users/me', undefined)).body.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const refresh_only = { ...project.as('client'), 'x-stack-refresh-token': 'x' };
    expect((await request(stack, 'GET /users/me', { headers: refresh_only })).body.code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    expect((await client('GET /users/me?extra=1', undefined)).body.code).toBe('SCHEMA_ERROR');
  });

  it.each([
    'server_metadata',
    'client_read_only_metadata',
    'primary_email',
    'password',
    'is_anonymous',
    'id',
  ])('does not let a client write %s', async (field) => {
    const user = await signUp(stack, project);
    const refused = await client('PATCH /users/me', user, { [field]: 'x', display_name: 'changed' });
    expect(reasonOf(refused)).toBe(`  - body contains unknown properties: ${field}`);
    expect((await client('GET /users/me', user)).body.display_name).toBeNull();
  });

  it('lets a client write the rest', async () => {
    const user = await signUp(stack, project);
    const { body } = await client('PATCH /users/me', user, {
      display_name: 'Mira',
      client_metadata: { theme: 'dark' },
    });
    expect(body).toMatchObject({ display_name: 'Mira', client_metadata: { theme: 'dark' } });
    expect(reasonOf(await client('PATCH /users/me', user, { totp_secret_base64: '!' }))).toContain(
      'body.totp_secret_base64',
    );
    expect((await client('PATCH /users/me', user, { profile_image_url: 'http://x.test/a.png' })).status).toBe(
      400,
    );
  });

  it('may be deleted by clients only where the project allows it', async () => {
    const user = await signUp(stack, project);
    expect((await client('DELETE /users/me', undefined)).headers.get('content-type')).toBe(
      'text/plain; charset=utf-8',
    );
    const refused = await client('DELETE /users/me', user);
    expect([refused.status, refused.headers.get('x-stack-known-error')]).toEqual([400, null]);
    const config = { client_user_deletion_enabled: true };
    const open = await newProject(stack, config);
    const gone = await signUp(stack, open);
    expect((await request(stack, 'DELETE /users/me', { headers: open.as('client', gone) })).body).toEqual({
      success: true,
    });
    const again = await request(stack, 'DELETE /users/me', { headers: open.as('client', gone) });
    expect(again.body.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});

describe('uploaded pictures', () => {
  const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

  it('are served for ever under their own address', async () => {
    const user = await signUp(stack, project);
    const { body } = await client('PATCH /users/me', user, { profile_image_url: GIF });
    const { pathname } = new URL(body.profile_image_url);
    expect(pathname).toMatch(/\.gif$/);
    const image = await request(stack, `GET /${pathname}`);
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'public, max-age=31536000, immutable',
    ]);
    expect((await request(stack, `GET /${pathname}x`)).status).toBe(404);
  });
});
