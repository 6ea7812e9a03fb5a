import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, request, signUp, type Json, type Project, type SignedIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project;
beforeAll(async () => {
  stack = await startStack('gateway-auth');
  project = await newProject(stack);
});
afterAll(() => stack?.stop());

const client = (target: string, body?: unknown, user?: SignedIn) =>
  request(stack, target, { headers: project.as('client', user), body });
const server = (target: string, body?: unknown) =>
  request(stack, target, { headers: project.as('server'), body });

const claimsOf = (jwt: string): Json =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

describe('passwords', () => {
  it('sign up and in with the same four keys', async () => {
    const user = await signUp(stack, project);
    const { email, password } = user;
    const { status, body } = await client('POST /auth/password/sign-in', { email, password });
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['access_token', 'is_new_user', 'refresh_token', 'user_id'],
    ]);
    expect(body).toMatchObject({ user_id: user.user_id, is_new_user: false });
    expect(claimsOf(body.access_token)).toMatchObject({ sub: user.user_id, aud: project.id, email });
  });

  it('that are wrong look like unknown addresses', async () => {
    const { email } = await signUp(stack, project);
    const wrong = await client('POST /auth/password/sign-in', { email, password: 'wrong password' });
    const unknown = await client('POST /auth/password/sign-in', {
      email: 'nobody@example.com',
      password: 'wrong password',
    });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.body.code).toBe('EMAIL_PASSWORD_MISMATCH');
  });

  it('have a length when they are set', async () => {
    const sign_up = (password: string) =>
      client('POST /auth/password/sign-up', { email: `${newUuid()}@example.com`, password });
    expect((await sign_up('short')).body).toMatchObject({
      code: 'PASSWORD_TOO_SHORT',
      details: { min_length: 8 },
    });
    expect((await sign_up('x'.repeat(71))).body).toMatchObject({
      code: 'PASSWORD_TOO_LONG',
      details: { maxLength: 70 },
    });
    const long = await client('POST /auth/password/sign-in', {
      email: 'a@example.com',
      password: 'x'.repeat(71),
    });
    expect(long.body.details.message).toContain('body.password must be at most 70 characters');
  });

  it('need strict addresses only at sign-up', async () => {
    const refused = await client('POST /auth/password/sign-up', {
      email: 'a@localhost',
      password: '12345678',
    });
    expect(refused.body.details.message).toContain('body.email must be a valid email');
    expect(
      (await client('POST /auth/password/sign-in', { email: 'a@localhost', password: '12345678' })).body.code,
    ).toBe('EMAIL_PASSWORD_MISMATCH');
  });

  it('change for the current user and end the other sessions', async () => {
    const user = await signUp(stack, project);
    const second = await client('POST /auth/password/sign-in', {
      email: user.email,
      password: user.password,
    });
    const change = { old_password: user.password, new_password: 'another good one' };
    const headers = {
      ...project.as('client', second.body),
      'x-stack-refresh-token': second.body.refresh_token,
    };
    expect((await request(stack, 'POST /auth/password/update', { headers, body: change })).body).toEqual({
      success: true,
    });
    expect((await request(stack, 'GET /users/me', { headers })).status).toBe(200);
    expect((await client('GET /users/me', undefined, user)).body.code).toBe('ACCESS_TOKEN_EXPIRED');
    const nobody = await client('POST /auth/password/update', change);
    expect(nobody.body.details.message).toContain('auth.user');
    expect(
      (await client('POST /auth/password/set', { password: '12345678' })).body.details.message,
    ).toContain('auth.user');
  });
});

describe('sessions', () => {
  it('are listed, ended and refreshed', async () => {
    const user = await signUp(stack, project);
    const made = await server('POST /auth/sessions', { user_id: user.user_id });
    expect([made.status, Object.keys(made.body).sort()]).toEqual([200, ['access_token', 'refresh_token']]);
    const { items } = (await client('GET /auth/sessions?user_id=me', undefined, user)).body;
    expect(items.map((one: Json) => one.is_current_session).sort()).toEqual([false, true]);
    const [current, other] = [true, false].map((is) =>
      items.find((one: Json) => one.is_current_session === is),
    );
    expect((await client(`DELETE /auth/sessions/${current.id}`, undefined, user)).body.code).toBe(
      'CANNOT_DELETE_CURRENT_SESSION',
    );
    expect((await client(`DELETE /auth/sessions/${other.id}`, undefined, user)).body).toEqual({
      success: true,
    });
    expect((await client(`DELETE /auth/sessions/${other.id}`, undefined, user)).status).toBe(404);
    const refresh = (refresh_token: string) =>
      request(stack, 'POST /auth/sessions/current/refresh', {
        headers: { ...project.as('client'), 'x-stack-refresh-token': refresh_token },
      });
    expect((await refresh(made.body.refresh_token)).body.code).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const { status, body } = await refresh(user.refresh_token);
    expect([status, Object.keys(body)]).toEqual([200, ['access_token']]);
    expect(claimsOf(body.access_token).refresh_token_id).toBe(current.id);
  });

  it('refresh with the header only', async () => {
    const { body } = await client('POST /auth/sessions/current/refresh');
    expect(body.details.message).toContain('headers.x-stack-refresh-token must be defined');
  });

  it('sign out with an access token only', async () => {
    const { status, body } = await client('DELETE /auth/sessions/current');
    expect([status, body.code]).toEqual([401, 'ACCESS_TOKEN_EXPIRED']);
  });

  it('of other users are not shown', async () => {
    const [a, b] = [await signUp(stack, project), await signUp(stack, project)];
    expect((await client(`GET /auth/sessions?user_id=${a.user_id}`, undefined, b)).status).toBe(403);
    expect((await client('GET /auth/sessions', undefined, a)).body.code).toBe('SCHEMA_ERROR');
    expect((await client('GET /auth/sessions?user_id=me')).body.code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
  });

  it('last at most 367 days', async () => {
    const { user_id } = await signUp(stack, project);
    const make = (days: number) =>
      server('POST /auth/sessions', { user_id, expires_in_millis: days * 86_400_000 });
    expect((await make(366)).status).toBe(200);
    expect((await make(370)).body.details.message).toContain('31708800000');
    expect((await make(0)).status).toBe(400);
    expect((await server('POST /auth/sessions', { user_id: newUuid() })).body.code).toBe(
      'USER_ID_DOES_NOT_EXIST',
    );
  });
});

describe('POST /auth/oauth/token', () => {
  const token = (fields: Record<string, string>) =>
    request(stack, 'POST /auth/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      raw: new URLSearchParams(fields).toString(),
    });
  const pair = () => ({ client_id: project.id, client_secret: project.keys.client });

  it('refreshes for forms and JSON, with a branch or without', async () => {
    const { refresh_token } = await signUp(stack, project);
    const fields = { grant_type: 'refresh_token', refresh_token, ...pair() };
    const { status, body, headers } = await token({ ...fields, extra: 'ignored' });
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    expect(body).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'Bearer',
      scope: 'legacy',
      expires_in: expect.any(Number) as number,
    });
    const { iat, exp } = claimsOf(body.access_token);
    expect(body.expires_in).toBeLessThanOrEqual(exp - iat);
    const json = { ...fields, client_id: `${project.id}#main` };
    expect((await request(stack, 'POST /auth/oauth/token', { body: json })).status).toBe(200);
  });

  it('refuses bad clients, tokens and codes', async () => {
    const { refresh_token } = await signUp(stack, project);
    const fields = { grant_type: 'refresh_token', refresh_token, ...pair() };
    for (const wrong of [
      { client_secret: 'x' },
      { client_id: newUuid() },
      { client_id: `${project.id}#dev` },
    ]) {
      const { status, body } = await token({ ...fields, ...wrong });
      expect([status, body.code, body.details]).toEqual([
        400,
        'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
        { client_id: null },
      ]);
    }
    expect((await token({ ...fields, refresh_token: 'x' })).body.code).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    );
    expect((await token({ ...fields, grant_type: 'password' })).body.code).toBe('SCHEMA_ERROR');
    const code = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      code_verifier: 'v'.repeat(43),
      ...pair(),
    };
    expect((await token(code)).body.code).toBe('INVALID_AUTHORIZATION_CODE');
  });

  it('answers malformed requests the way OAuth does', async () => {
    expect((await token({ grant_type: 'refresh_token' })).body).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String) as string,
    });
    const { status, body, headers } = await token({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      scope: 'all',
      ...pair(),
    });
    expect([status, body.error, headers.get('x-stack-known-error')]).toEqual([400, 'invalid_scope', null]);
  });
});

describe('verification', () => {
  const linkIn = (html: string): URL =>
    new URL(/href="([^"]*code=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');

  it('of an address works once with the code of the mail', async () => {
    const email = `${newUuid()}@example.com`;
    const sign_up = {
      email,
      password: 'correct horse',
      verification_callback_url: 'http://localhost:3000/verify',
    };
    const { body: user } = await client('POST /auth/password/sign-up', sign_up);
    await expect
      .poll(async () => (await request(stack, `GET //inbox/messages?to=${email}`)).body.length, {
        timeout: 10_000,
      })
      .toBe(1);
    const { body: items } = await request(stack, `GET //inbox/messages?to=${email}`);
    const code = linkIn(items[0].html).searchParams.get('code');
    expect((await client('POST /contact-channels/verify/check-code', { code })).body).toEqual({
      is_code_valid: true,
    });
    expect((await client('POST /contact-channels/verify', { code: code?.toUpperCase() })).body).toEqual({
      success: true,
    });
    expect((await client('POST /contact-channels/verify', { code })).body.code).toBe(
      'VERIFICATION_CODE_ALREADY_USED',
    );
    const [channel] = (await client('GET /contact-channels?user_id=me', undefined, user)).body.items;
    expect(channel).toMatchObject({ value: email, is_verified: true, is_primary: true });
    const callback_url = 'http://localhost:3000/verify';
    const send = `POST /contact-channels/me/${channel.id}/send-verification-code`;
    expect((await client(send, { callback_url }, user)).body.code).toBe('EMAIL_ALREADY_VERIFIED');
    const legacy = await client(
      'POST /contact-channels/send-verification-code',
      { email, callback_url },
      user,
    );
    expect(legacy.body.code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  it('wants codes of 45 characters', async () => {
    expect((await client('POST /contact-channels/verify', { code: 'x' })).body.details.message).toContain(
      'body.code',
    );
    expect((await client('POST /contact-channels/verify', { code: 'u'.repeat(45) })).body.code).toBe(
      'VERIFICATION_CODE_NOT_FOUND',
    );
  });

  it('of the own address needs a user', async () => {
    const body = { email: 'a@example.com', callback_url: 'http://localhost:3000' };
    expect(
      (await client('POST /contact-channels/send-verification-code', body)).body.details.message,
    ).toContain('auth.user');
    expect((await client('GET /contact-channels')).body.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});

describe('guessing a password', () => {
  it('is answered with 429 and a time to wait', async () => {
    const { email } = await signUp(stack, project);
    const headers = { ...project.as('client'), 'x-forwarded-for': '198.51.100.77' };
    const guess = () =>
      request(stack, 'POST /auth/password/sign-in', { headers, body: { email, password: 'wrong password' } });
    let last = await guess();
    for (let count = 1; count < 150 && last.status !== 429; count += 1) last = await guess();
    expect([last.status, last.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
