import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok, type Json } from '../client.ts';
import { newProject, newUuid, type Project, type User } from '../project.ts';
import { refreshSession } from '../refresh.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const refresh = (refresh_token: string, one = project) => refreshSession(one.client, refresh_token);
const idOf = ({ access_token }: { access_token: string }) =>
  decodeJwt(access_token).refresh_token_id as string;
const list = async (user: User, caller = project.as('client', user)) =>
  ok(await caller.get('/auth/sessions', { query: { user_id: user.id } })).items as Json[];

describe('POST /auth/sessions', () => {
  it('answers exactly two tokens', async () => {
    const user = await project.signUp();
    const tokens = ok(await project.server.post('/auth/sessions', { user_id: user.id }));
    expect(Object.keys(tokens as object).sort()).toEqual(['access_token', 'refresh_token']);
    expect(tokens.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(ok(await project.as('client', tokens as never).get('/users/me')).id).toBe(user.id);
  });

  it('takes me, needs an existing user of this project', async () => {
    const user = await project.signUp();
    ok(await project.as('server', user).post('/auth/sessions', { user_id: 'me' }));
    expectKnown(
      await project.server.post('/auth/sessions', { user_id: 'me' }),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    for (const user_id of [newUuid(), await other.newUser()])
      expectKnown(await project.server.post('/auth/sessions', { user_id }), 400, 'USER_ID_DOES_NOT_EXIST', {
        user_id,
      });
  });

  it('a session of two seconds refreshes before and not after; it is no longer listed then', async () => {
    const user = await project.signUp();
    const body = { user_id: user.id, expires_in_millis: 2_000 };
    const short = ok(await project.server.post('/auth/sessions', body)) as User;
    const { access_token } = ok(await refresh(short.refresh_token)) as User;
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expectKnown(await refresh(short.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    // The session's own end is no revocation: its access token lives on.
    ok(await project.as('client', { access_token }).get('/users/me'));
    expect((await list(user)).map(({ id }) => id as string)).toEqual([idOf(user)]);
  });
});

describe('POST /auth/sessions/current/refresh', () => {
  it('answers an access token of the same session and nothing else', async () => {
    const user = await project.signUp();
    const answer = ok(await refresh(user.refresh_token));
    expect(Object.keys(answer as object)).toEqual(['access_token']);
    expect(idOf(answer as User)).toBe(idOf(user));
    ok(await refresh(user.refresh_token));
  });

  it('unknown, other project’s, of a deleted user: REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', async () => {
    const code = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
    const user = await project.signUp();
    for (const token of ['garbage', 'a'.repeat(45), user.access_token])
      expectKnown(await refresh(token), 401, code);
    expectKnown(await refresh(user.refresh_token, other), 401, code);
    ok(await project.server.delete(`/users/${user.id}`));
    expectKnown(await refresh(user.refresh_token), 401, code);
  });

  it('needs the header, also when it is empty', async () => {
    expectSchemaError(
      await project.client.post('/auth/sessions/current/refresh'),
      'headers.x-stack-refresh-token',
    );
    expectSchemaError(await refresh(''), 'headers.x-stack-refresh-token');
  });

  it('counts as activity', async () => {
    const id = await project.newUser();
    const { refresh_token } = await project.newSession(id);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = Date.now();
    ok(await refresh(refresh_token));
    await expect
      .poll(async () => ok(await project.server.get(`/users/${id}`)).last_active_at_millis as number, {
        timeout: 4_000,
      })
      .toBeGreaterThanOrEqual(before - 1_000);
  });
});

describe('GET /auth/sessions', () => {
  it('lists newest first, marks the current one', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    const sessions = await list(user);
    expect(sessions.map(({ id }) => id as string)).toEqual([idOf(second), idOf(user)]);
    expect(sessions.map(({ is_current_session }) => is_current_session as boolean)).toEqual([false, true]);
    for (const session of sessions) {
      expect(session).toMatchObject({
        user_id: user.id,
        is_impersonation: false,
        created_at: expect.any(Number) as number,
      });
      const keys = Object.keys(session as object).filter((key) => !key.startsWith('last_used_at'));
      expect(keys.sort()).toEqual(['created_at', 'id', 'is_current_session', 'is_impersonation', 'user_id']);
    }
  });

  it('shows where a browser was last seen, as trusted proxies say', async () => {
    const user = await project.signUp();
    const headers = {
      'x-stack-refresh-token': user.refresh_token,
      'user-agent': 'Mozilla/5.0',
      'x-forwarded-for': '203.0.113.7, 198.51.100.1',
      'cf-ipcountry': 'NL',
      'x-vercel-ip-city': 'Utrecht',
      'x-vercel-ip-latitude': '52.09',
    };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    const seen = async () => (await list(user))[0].last_used_at_end_user_ip_info as Json;
    await expect.poll(seen, { timeout: 4_000 }).toMatchObject({
      ip: '203.0.113.7',
      countryCode: 'NL',
      cityName: 'Utrecht',
      latitude: 52.09,
    });
    const machine = await project.signUp();
    const agent = { ...headers, 'x-stack-refresh-token': machine.refresh_token, 'user-agent': 'curl/8' };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers: agent }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await list(machine))[0]).not.toHaveProperty('last_used_at_end_user_ip_info');
  });

  it('hides impersonation from everybody but admins', async () => {
    const user = await project.signUp();
    ok(await project.server.post('/auth/sessions', { user_id: user.id, is_impersonation: true }));
    expect(await list(user)).toHaveLength(1);
    expect(await list(user, project.server)).toHaveLength(1);
    const all = await list(user, project.admin);
    expect(all.map(({ is_impersonation }) => is_impersonation as boolean)).toEqual([true, false]);
  });

  it('needs the user; a client lists its own', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    expectSchemaError(await project.server.get('/auth/sessions'), 'query.user_id');
    expectKnown(
      await project.client.get('/auth/sessions?user_id=me'),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    const query = { user_id: stranger.id };
    expectText(await project.as('client', user).get('/auth/sessions', { query }), 403);
    expectKnown(
      await project.client.get('/auth/sessions', { query }),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    for (const user_id of [newUuid(), await other.newUser()])
      expect(ok(await project.server.get('/auth/sessions', { query: { user_id } }))).toEqual({
        items: [],
        is_paginated: false,
      });
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  it('ends another session of the user, never the current one', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    const client = project.as('client', user);
    const query = { user_id: 'me' };
    expectKnown(
      await client.delete(`/auth/sessions/${idOf(user)}`, { query }),
      400,
      'CANNOT_DELETE_CURRENT_SESSION',
    );
    expect(ok(await client.delete(`/auth/sessions/${idOf(second)}`, { query }))).toEqual({ success: true });
    expectKnown(await refresh(second.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    ok(await refresh(user.refresh_token));
    expect(await list(user)).toHaveLength(1);
    expectText(await client.delete(`/auth/sessions/${idOf(second)}`), 404);
  });

  it('unknown or foreign is a 404 text', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    for (const id of [idOf(stranger), newUuid()])
      expectText(await project.as('client', user).delete(`/auth/sessions/${id}`), 404);
    expectText(await other.server.delete(`/auth/sessions/${idOf(user)}`), 404);
    expectText(
      await project.server.delete(`/auth/sessions/${idOf(user)}`, { query: { user_id: stranger.id } }),
      404,
    );
    ok(await refresh(user.refresh_token));
    ok(await project.server.delete(`/auth/sessions/${idOf(user)}`));
    expectSchemaError(await project.server.delete('/auth/sessions/123'), 'params.id');
  });
});

describe('DELETE /auth/sessions/current', () => {
  it('signs out the session of the access token, whatever the refresh header says', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    const headers = { 'x-stack-refresh-token': second.refresh_token };
    expect(ok(await project.as('client', user).delete('/auth/sessions/current', { headers }))).toEqual({
      success: true,
    });
    expectKnown(await refresh(user.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    ok(await refresh(second.refresh_token));
  });

  it('without an access token is ACCESS_TOKEN_EXPIRED, a second time REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', async () => {
    expectKnown(await project.client.delete('/auth/sessions/current'), 401, 'ACCESS_TOKEN_EXPIRED', {
      expired_at_millis: expect.any(Number) as number,
    });
    const user = await project.signUp();
    ok(await project.as('client', user).delete('/auth/sessions/current'));
    expectKnown(
      await project.as('client', user).delete('/auth/sessions/current'),
      401,
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    );
  });
});
