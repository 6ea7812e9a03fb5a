import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, expectText, ok, url } from '../client.ts';
import { newProject, newUuid, type Project, type User } from '../project.ts';

let project: Project;
let other: Project;
let user: User;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  user = await project.signUp();
});

const jwks = async (id: string, query = {}) =>
  ok(await api('GET', `/projects/${id}/.well-known/jwks.json`, { query })) as JSONWebKeySet;
const me = (access_token: string, more = {}) =>
  project.as('client', { access_token }).get('/users/me', { headers: more });

describe('an access token', () => {
  it('has exactly the claims and the header of the contract', async () => {
    expect(decodeProtectedHeader(user.access_token)).toEqual({
      alg: 'ES256',
      kid: expect.stringMatching(/^[\w-]{12}$/) as string,
    });
    const claims = decodeJwt(user.access_token);
    expect(claims).toEqual({
      sub: user.id,
      iss: expect.stringMatching(new RegExp(`/api/v1/projects/${project.id}$`)) as string,
      aud: project.id,
      iat: expect.any(Number) as number,
      exp: expect.any(Number) as number,
      project_id: project.id,
      branch_id: 'main',
      refresh_token_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      role: 'authenticated',
      name: null,
      email: user.email,
      email_verified: false,
      selected_team_id: null,
      is_anonymous: false,
    });
    expect(claims.exp! - claims.iat!).toBe(600);
  });

  it('of an anonymous user has an issuer, an audience and a key of its own', async () => {
    const { access_token } = await project.newSession(await project.newUser({ is_anonymous: true }));
    expect(decodeJwt(access_token)).toMatchObject({
      iss: expect.stringMatching(new RegExp(`/api/v1/projects-anonymous-users/${project.id}$`)) as string,
      aud: `${project.id}:anon`,
      project_id: project.id,
      role: 'authenticated',
      is_anonymous: true,
      email: null,
      email_verified: false,
    });
    expect(decodeProtectedHeader(access_token).kid).not.toBe(decodeProtectedHeader(user.access_token).kid);
    const keys = createLocalJWKSet(await jwks(project.id, { include_anonymous: true }));
    await expect(jwtVerify(access_token, keys)).resolves.toBeDefined();
    await expect(jwtVerify(access_token, createLocalJWKSet(await jwks(project.id)))).rejects.toThrow();
  });

  it('verifies with the keys its issuer publishes', async () => {
    const keys = createLocalJWKSet(await jwks(project.id));
    const { payload } = await jwtVerify(user.access_token, keys, { audience: project.id });
    expect(payload.sub).toBe(user.id);
    const { iss = '' } = decodeJwt(user.access_token);
    const published = new URL(`${new URL(iss).pathname}/.well-known/jwks.json`, url());
    await expect(jwtVerify(user.access_token, createRemoteJWKSet(published))).resolves.toBeDefined();
  });

  it('is a snapshot: a change shows after the next refresh', async () => {
    const one = await project.signUp();
    ok(await project.server.patch(`/users/${one.id}`, { display_name: 'Mira' }));
    const { access_token } = ok(
      await project.client.post('/auth/sessions/current/refresh', undefined, {
        headers: { 'x-stack-refresh-token': one.refresh_token },
      }),
    ) as { access_token: string };
    expect(decodeJwt(access_token).name).toBe('Mira');
    expect(decodeJwt(one.access_token).name).toBe(null);
  });
});

describe('the published keys', () => {
  it('are two, four with anonymous ones, with exactly six members each', async () => {
    const { keys } = await jwks(project.id);
    expect(keys).toHaveLength(2);
    const all = (await jwks(project.id, { include_anonymous: true })).keys;
    expect(new Set(all.map(({ kid }) => kid)).size).toBe(4);
    for (const key of all) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x', 'y']);
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
    }
    expect(keys).toEqual((await jwks(project.id, { include_anonymous: false })).keys);
    expect(keys[0]!.kid).not.toBe((await jwks(other.id)).keys[0]!.kid);
  });

  it('of an unknown project are a 404 text; other queries are refused', async () => {
    expectText(await api('GET', `/projects/${newUuid()}/.well-known/jwks.json`), 404);
    const path = `/projects/${project.id}/.well-known/jwks.json`;
    expectSchemaError(
      await api('GET', path, { query: { include_anonymous: 'maybe' } }),
      'query.include_anonymous',
    );
    expectSchemaError(await api('GET', path, { query: { extra: 1 } }), /^query .*extra$/);
    expectText(await api('GET', '/projects/nope/.well-known/jwks.json'), 404);
  });

  it('of anonymous users are reached by an alias, with 307', async () => {
    const answer = await api('GET', `/projects-anonymous-users/${project.id}/.well-known/jwks.json`);
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toMatch(
      new RegExp(`/api/v1/projects/${project.id}/\\.well-known/jwks\\.json\\?include_anonymous=true$`),
    );
    const post = await api('POST', `/projects-anonymous-users/${project.id}/.well-known/anything`);
    expect(post.status).toBe(307);
  });
});

describe('a token that does not verify is UNPARSABLE_ACCESS_TOKEN', () => {
  const refused = async (token: string) => expectKnown(await me(token), 401, 'UNPARSABLE_ACCESS_TOKEN');
  const claims = () => decodeJwt(user.access_token);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it.each(['12341234', 'a.b.c', '..', 'e30.e30.e30', '{}', 'null', 'Bearer x'])('garbage: %s', (token) =>
    refused(token),
  );

  it('altered claims, altered or missing signature', async () => {
    const [head, body, signature = ''] = user.access_token.split('.');
    await refused(`${head}.${encode({ ...claims(), sub: newUuid() })}.${signature}`);
    await refused(`${head}.${body}.${(signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)}`);
    await refused(`${head}.${body}.`);
    await refused(`${head}.${body}`);
  });

  it('alg none', () => refused(`${encode({ alg: 'none' })}.${encode(claims())}.`));

  it('HS256 signed with a public key', async () => {
    const { keys } = await jwks(project.id);
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const header = { alg: 'HS256', kid: keys[0]!.kid! };
    await refused(await new SignJWT(claims()).setProtectedHeader(header).sign(secret));
  });

  it('signed with a key of the attacker, under a known or unknown kid, with the key embedded or referred to', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const { kid } = decodeProtectedHeader(user.access_token);
    for (const more of [
      { kid },
      { kid: 'unknown00000' },
      {},
      { kid, jwk },
      { kid, jku: 'http://127.0.0.1:1/keys' },
    ])
      await refused(
        await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', ...more }).sign(privateKey),
      );
  });

  it('the refresh token in its place', () => refused(user.refresh_token));

  it('an audience that is missing, a list or not known', async () => {
    const [head, , signature = ''] = user.access_token.split('.');
    for (const aud of [undefined, [project.id], newUuid(), 'nonsense', `${project.id}:anon`, {}, 5])
      await refused(`${head}.${encode({ ...claims(), aud })}.${signature}`);
  });
});

describe('a token in the wrong place', () => {
  it('of another project is INVALID_PROJECT_FOR_ACCESS_TOKEN, before key and project', async () => {
    const details = { expected_project_id: other.id, actual_project_id: project.id };
    const caller = other.as('client', user);
    expectKnown(await caller.get('/users/me'), 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', details);
    const headers = { 'x-stack-publishable-client-key': 'wrong' };
    expectKnown(await caller.get('', { headers }), 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', details);
  });

  it('of a deleted user is no error, there is just no user', async () => {
    const gone = await project.signUp();
    ok(await project.server.delete(`/users/${gone.id}`));
    expectKnown(await me(gone.access_token), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    ok(await project.as('admin', gone).get('/internal/projects/current'));
    expect(ok(await project.as('client', gone).get(''))).toContain('User: None');
  });

  it('of a project that is gone is CURRENT_PROJECT_NOT_FOUND, though nothing verifies it any more', async () => {
    const gone = await newProject();
    const session = await gone.signUp();
    ok(await gone.admin.delete('/internal/projects/current'));
    expectKnown(await gone.as('client', session).get(''), 400, 'CURRENT_PROJECT_NOT_FOUND', {
      project_id: gone.id,
    });
  });

  it('is refused on open routes too, and beats a wrong key', async () => {
    const headers = { ...project.client.headers, 'x-stack-access-token': 'garbage' };
    expectKnown(await api('GET', '', { headers }), 401, 'UNPARSABLE_ACCESS_TOKEN');
    const wrong = { ...headers, 'x-stack-publishable-client-key': 'wrong' };
    expectKnown(await api('GET', '', { headers: wrong }), 401, 'UNPARSABLE_ACCESS_TOKEN');
  });

  it('empty counts as absent', async () => {
    expectKnown(await me(''), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});

describe('anonymous users', () => {
  it('need x-stack-allow-anonymous-user: true, exactly, on every route', async () => {
    const id = await project.newUser({ is_anonymous: true });
    const { access_token } = await project.newSession(id);
    for (const value of [undefined, 'false', '1', 'TRUE', 'True', 'yes', ''])
      expectKnown(
        await me(access_token, { 'x-stack-allow-anonymous-user': value }),
        401,
        'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
      );
    expectKnown(
      await project.as('server', { access_token }).get(''),
      401,
      'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
    );
    const answer = ok(await me(access_token, { 'x-stack-allow-anonymous-user': 'true' }));
    expect(answer).toMatchObject({ id, is_anonymous: true });
  });

  it('are refused after the project of the token and before the key', async () => {
    const session = await project.newSession(await project.newUser({ is_anonymous: true }));
    expectKnown(await other.as('client', session).get(''), 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: other.id,
      actual_project_id: project.id,
    });
    const headers = { 'x-stack-publishable-client-key': 'wrong' };
    expectKnown(
      await project.as('client', session).get('', { headers }),
      401,
      'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
    );
  });

  it('may refresh without the header', async () => {
    const { refresh_token } = await project.newSession(await project.newUser({ is_anonymous: true }));
    const headers = { 'x-stack-refresh-token': refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
  });

  it('upgraded keep their id, and the old token keeps working', async () => {
    const id = await project.newUser({ is_anonymous: true, client_metadata: { kept: 1 } });
    const { access_token, refresh_token } = await project.newSession(id);
    const upgraded = ok(await project.server.patch(`/users/${id}`, { is_anonymous: false }));
    expect(upgraded).toMatchObject({ id, is_anonymous: false, client_metadata: { kept: 1 } });
    ok(await me(access_token, { 'x-stack-allow-anonymous-user': 'true' }));
    const headers = { 'x-stack-refresh-token': refresh_token };
    const fresh = ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    expect(decodeJwt(fresh.access_token as string)).toMatchObject({ aud: project.id, is_anonymous: false });
  });

  it('upgrade by signing up with a password: same id, mail taken is 409 and changes nothing', async () => {
    const id = await project.newUser({ is_anonymous: true });
    const { access_token } = await project.newSession(id);
    const headers = { 'x-stack-allow-anonymous-user': 'true' };
    const caller = project.as('client', { access_token });
    const taken = { email: user.email, password: 'long enough password' };
    expectKnown(
      await caller.post('/auth/password/sign-up', taken, { headers }),
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      {
        email: user.email,
        would_work_if_email_was_verified: false,
      },
    );
    expect(ok(await project.server.get(`/users/${id}`)).is_anonymous).toBe(true);
    const fresh = { ...taken, email: `fresh-${newUuid()}@example.com` };
    const answer = ok(await caller.post('/auth/password/sign-up', fresh, { headers }));
    expect(answer).toMatchObject({ user_id: id, is_new_user: true });
    expect(ok(await project.server.get(`/users/${id}`))).toMatchObject({
      is_anonymous: false,
      has_password: true,
    });
  });
});

describe('a revoked session', () => {
  it('makes its access token ACCESS_TOKEN_EXPIRED within a second, except for refresh and sign-out', async () => {
    const one = await project.signUp();
    const caller = project.as('client', one);
    ok(await caller.get('/users/me'));
    ok(await caller.delete('/auth/sessions/current'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expectKnown(await caller.get('/users/me'), 401, 'ACCESS_TOKEN_EXPIRED', {
      expired_at_millis: expect.any(Number) as number,
    });
    const key = { 'x-stack-publishable-client-key': 'wrong' };
    expectKnown(await caller.get('', { headers: key }), 401, 'ACCESS_TOKEN_EXPIRED', {
      expired_at_millis: expect.any(Number) as number,
    });
    expectKnown(await caller.delete('/auth/sessions/current'), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const headers = { 'x-stack-refresh-token': one.refresh_token };
    const refreshed = await caller.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });
});
