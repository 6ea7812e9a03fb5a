import { beforeAll, describe, expect, it } from 'vitest';
import {
  api,
  CORS,
  contractHeaders,
  expectHeaders,
  expectKnown,
  expectSchemaError,
  expectText,
  JSON_TYPE,
  ok,
  SECURITY,
  send,
  TEXT_TYPE,
} from '../client.ts';
import { newProject, newUuid, type Project } from '../project.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const REQUEST_ID = expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/) as unknown;

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

describe('the whole set of response headers', () => {
  it('of something created, changed and deleted', async () => {
    const created = await project.server.post('/users', {});
    expect(created.status).toBe(201);
    const path = `/users/${created.body.id as string}`;
    const changed = await project.server.patch(path, {});
    const deleted = await project.server.delete(path);
    expect(deleted.text).toBe('{"success":true}');
    for (const answer of [created, changed, deleted]) expectHeaders(answer, { 'content-type': JSON_TYPE });
  });

  it('of an unknown path', async () => {
    const answer = await api('GET', '/nope?x=1');
    expectText(answer, 404);
    expect(answer.text).toContain('/api/v1/nope?x=1');
    expectHeaders(answer, { 'content-type': TEXT_TYPE });
  });

  it('of a wrong method, whatever keys and body come with it', async () => {
    const answer = await api('PUT', '/users', {
      headers: { ...project.server.headers, 'x-stack-secret-server-key': 'wrong', 'content-type': 'x/y' },
      body: '{',
    });
    expect(answer).toMatchObject({ status: 405, text: '' });
    expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY });
  });

  it('of a path with a slash at the end', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await send(method, '/api/v1/users/?limit=1');
      expect(answer).toMatchObject({ status: 308, text: '' });
      expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY, location: '/api/v1/users?limit=1' });
    }
  });

  it('of the alias of the public keys, which leads to an answer', async () => {
    const answer = await api('GET', `/projects-anonymous-users/${project.id}/.well-known/jwks.json`);
    expect(answer).toMatchObject({ status: 307, text: '' });
    const location = `/api/v1/projects/${project.id}/.well-known/jwks.json?include_anonymous=true`;
    expectHeaders(answer, { location });
    expect(ok(await send('GET', location)).keys).toHaveLength(4);
    const overridden = await api('GET', `/projects-anonymous-users/${newUuid()}/.well-known/jwks.json`, {
      headers: { 'x-stack-override-error-status': 'true' },
    });
    expect(overridden.status).toBe(307);
    expect(overridden.headers).not.toHaveProperty('x-stack-actual-status');
  });

  it('of the documentation', async () => {
    expectHeaders(await api('GET', '/openapi.json'), { 'content-type': JSON_TYPE });
    expectHeaders(await api('GET', '/docs'), { 'content-type': 'text/html; charset=utf-8' });
  });

  it('of errors of OAuth', async () => {
    const answer = await api('POST', '/auth/oauth/token', { json: { grant_type: 'refresh_token' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('invalid_request');
    expectHeaders(answer, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  it('of the health check, which any page may read', async () => {
    const answer = await send('GET', '/health');
    expect(contractHeaders(answer)).toEqual({
      ...SECURITY,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': '*',
      'cache-control': 'no-store, max-age=0',
      'content-type': JSON_TYPE,
      'x-stack-request-id': REQUEST_ID,
    });
  });

  it('of an uploaded picture, which may be kept for ever, and of a missing one', async () => {
    const id = await project.newUser({ profile_image_url: PNG });
    const { profile_image_url } = ok(await project.server.get(`/users/${id}`)) as {
      profile_image_url: string;
    };
    const { pathname } = new URL(profile_image_url);
    expect(contractHeaders(await send('GET', pathname))).toEqual({
      ...SECURITY,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/png',
      'x-stack-request-id': REQUEST_ID,
    });
    const missing = await send('GET', `/images/user-profile-images/${newUuid()}.png`);
    expectText(missing, 404);
    expect(contractHeaders(missing)).toEqual({
      ...SECURITY,
      'cache-control': 'no-store, max-age=0',
      'content-type': TEXT_TYPE,
      'x-stack-request-id': REQUEST_ID,
    });
  });
});

describe('header names and values', () => {
  it('are read in any case of the name', async () => {
    const headers = Object.fromEntries(
      Object.entries(project.server.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    ok(await api('GET', '/users', { headers }));
  });

  it('credentials that are sent empty are not there', async () => {
    const empty = {
      'x-stack-admin-access-token': '',
      'x-stack-workflow-token': '',
      'x-stack-development-override-key': '',
      'x-stack-access-token': '',
    };
    for (const type of ['client', 'server', 'admin'] as const)
      ok(await api('GET', '/projects/current', { headers: { ...project.as(type).headers, ...empty } }));
    const { access_token } = await project.newSession(await project.newUser());
    const keys = { 'x-stack-super-secret-admin-key': '', 'x-stack-secret-server-key': '' };
    const caller = project.as('client', { access_token });
    ok(
      await caller.get('/users/me', { headers: { ...empty, ...keys, 'x-stack-access-token': access_token } }),
    );
    const nothing = { 'x-stack-access-type': '', 'x-stack-project-id': '' };
    expectKnown(
      await api('GET', '/users', { headers: { ...empty, ...keys, ...nothing } }),
      400,
      'ACCESS_TYPE_REQUIRED',
    );
  });

  it('an empty refresh token is none: the session of the access token stays when the password changes', async () => {
    const user = await project.signUp();
    const caller = project.as('client', user);
    const headers = { 'x-stack-refresh-token': '' };
    const passwords = { old_password: user.password, new_password: 'another good password' };
    ok(await caller.post('/auth/password/update', passwords, { headers }));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    ok(await caller.get('/users/me'));
    const refresh = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectSchemaError(refresh, 'headers.x-stack-refresh-token');
  });
});
