import { beforeAll, describe, expect, it } from 'vitest';
import {
  api,
  CORS,
  contractHeaders,
  expectHeaders,
  JSON_TYPE,
  ok,
  SECURITY,
  send,
  TEXT_TYPE,
} from '../client.ts';
import { newProject, type Project } from '../project.ts';
import { refreshByGrant } from '../refresh.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

describe('the whole set of response headers', () => {
  it('of JSON', async () => {
    const answer = await project.server.get('/teams');
    expectHeaders(answer, { 'content-type': JSON_TYPE });
    expect(answer.text).toBe('{"items":[],"is_paginated":false}');
  });

  it('of text', async () => {
    expectHeaders(await api('GET', ''), { 'content-type': TEXT_TYPE });
  });

  it('of a catalogue error, which is indented by two spaces', async () => {
    const answer = await api('GET', '/users');
    expectHeaders(answer, { 'content-type': JSON_TYPE, 'x-stack-known-error': 'ACCESS_TYPE_REQUIRED' });
    expect(answer.text).toBe(JSON.stringify(answer.body, null, 2));
  });

  it('of a text error', async () => {
    const user = await project.signUp();
    const answer = await project.as('client', user).get('/teams');
    expect(answer.status).toBe(403);
    expectHeaders(answer, { 'content-type': TEXT_TYPE });
  });

  it('of the public keys, whose cache-control replaces the default', async () => {
    const answer = await api('GET', `/projects/${project.id}/.well-known/jwks.json`);
    expectHeaders(answer, { 'content-type': JSON_TYPE, 'cache-control': 'public, max-age=3600' });
  });

  it('of a refresh through OAuth', async () => {
    const { refresh_token } = await project.signUp();
    const answer = await refreshByGrant(project, refresh_token);
    expect(answer.status).toBe(200);
    expectHeaders(answer, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  it('of a preflight', async () => {
    const answer = await send('OPTIONS', '/api/v1/anything');
    expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY });
  });

  it('of a wrong method', async () => {
    const answer = await send('PUT', '/api/v1/users');
    expect(contractHeaders(answer)).toEqual({ ...CORS, ...SECURITY });
  });

  it('outside /api/ has the security headers and no CORS headers', async () => {
    const answer = await send('GET', '/no-such-page-at-all.txt');
    expect(contractHeaders(answer)).toMatchObject(SECURITY);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('request ids', () => {
  it('are new with every answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api('GET', '')));
    expect(new Set(answers.map(({ headers }) => headers['x-stack-request-id'])).size).toBe(20);
  });
});

describe('JSON for a browser window', () => {
  it('is indented by two spaces when text/html is accepted', async () => {
    const answer = await project.server.get('/teams', { headers: { accept: 'text/html,application/json' } });
    expect(answer.text).toBe(JSON.stringify({ items: [], is_paginated: false }, null, 2));
  });
});

describe('x-stack-override-error-status', () => {
  it.each(['true', 'false', '', 'anything'])('"%s": a catalogue error goes out as 200', async (value) => {
    const plain = await api('GET', '/users');
    const answer = await api('GET', '/users', { headers: { 'x-stack-override-error-status': value } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(plain.text);
    expectHeaders(answer, {
      'content-type': JSON_TYPE,
      'x-stack-known-error': 'ACCESS_TYPE_REQUIRED',
      'x-stack-actual-status': '400',
    });
  });

  it('covers text errors and unknown paths', async () => {
    const answer = await api('GET', '/nope', { headers: { 'x-stack-override-error-status': 'true' } });
    expect(answer.status).toBe(200);
    expectHeaders(answer, { 'content-type': TEXT_TYPE, 'x-stack-actual-status': '404' });
  });

  it('leaves success, wrong methods, redirects and preflights alone', async () => {
    const headers = { 'x-stack-override-error-status': 'true' };
    const success = await project.server.get('/teams', { headers });
    expectHeaders(success, { 'content-type': JSON_TYPE });
    expect(await project.server.post('/teams', { display_name: 'x' }, { headers })).toMatchObject({
      status: 201,
    });
    expect((await send('PUT', '/api/v1/users', { headers })).status).toBe(405);
    expect((await send('GET', '/api/v1/users/', { headers })).status).toBe(308);
    ok(await send('OPTIONS', '/api/v1/users', { headers }));
  });
});
