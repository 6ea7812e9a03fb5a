/** Who may do what with whose session. */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, expectText, ok, type Answer, type Json } from '../client.ts';
import { register } from '../passkeys/ceremonies.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project, type Tokens } from '../project.ts';
import { enrol } from '../totp.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const DEAD = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
const TYPES = ['client', 'server', 'admin'] as const;
const REFRESH = '/auth/sessions/current/refresh';
const withToken = (refresh_token: string) => ({ headers: { 'x-stack-refresh-token': refresh_token } });
const refresh = (refresh_token: string, one = project.client): Promise<Answer> =>
  one.post(REFRESH, undefined, withToken(refresh_token));
const idOf = ({ access_token }: Pick<Tokens, 'access_token'>) =>
  decodeJwt(access_token).refresh_token_id as string;
const create = async (body: object) => ok(await project.server.post('/auth/sessions', body)) as Tokens;
const list = async (caller: { get: Project['client']['get'] }, user_id: string) =>
  (ok(await caller.get('/auth/sessions', { query: { user_id } })) as { items: Json[] }).items;

describe('POST /auth/sessions', () => {
  it('is for servers and admins', async () => {
    const { id: user_id, ...tokens } = await project.signUp();
    for (const type of ['server', 'admin'] as const) {
      const made = ok(await project.as(type).post('/auth/sessions', { user_id })) as Tokens;
      expect(decodeJwt(made.access_token).sub).toBe(user_id);
      ok(await project.as(type, tokens).post('/auth/sessions', { user_id: 'me' }));
    }
    const details = { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] };
    for (const caller of [project.client, project.as('client', tokens)])
      expectKnown(await caller.post('/auth/sessions', { user_id }), 401, 'INSUFFICIENT_ACCESS_TYPE', details);
    expectKnown(await api('POST', '/auth/sessions', { json: { user_id } }), 400, 'ACCESS_TYPE_REQUIRED');
  });

  it('knows the users of its own project only', async () => {
    const { id: user_id } = await project.signUp();
    for (const caller of [other.server, other.admin])
      expectKnown(await caller.post('/auth/sessions', { user_id }), 400, 'USER_ID_DOES_NOT_EXIST', {
        user_id,
      });
  });

  it('asks for no second factor', async () => {
    const { id: user_id } = await project.signUp();
    await enrol(project, user_id);
    ok(await refresh((await create({ user_id })).refresh_token));
  });

  it('checks its body', async () => {
    const user_id = await project.newUser();
    const post = (body: object) => project.server.post('/auth/sessions', body);
    expectSchemaError(await post({}), 'body.user_id');
    expectSchemaError(await post({ user_id: 'somebody' }), 'body.user_id');
    expectSchemaError(await post({ user_id, is_impersonation: 'perhaps' }), 'body.is_impersonation');
    expectSchemaError(await post({ user_id, more: 1 }), 'body');
    for (const expires_in_millis of [0, -1, 370 * 86_400_000, 31_708_800_001])
      expectSchemaError(await post({ user_id, expires_in_millis }), 'body.expires_in_millis');
    for (const expires_in_millis of [1_000, 366 * 86_400_000, 31_708_800_000])
      ok(await post({ user_id, expires_in_millis }));
  });
});

describe('POST /auth/sessions/current/refresh', () => {
  it('takes any access, without a user', async () => {
    const user = await project.signUp();
    for (const type of TYPES) {
      const { access_token } = ok(await refresh(user.refresh_token, project.as(type))) as Tokens;
      expect(idOf({ access_token })).toBe(idOf(user));
    }
    expectKnown(await api('POST', REFRESH, withToken(user.refresh_token)), 400, 'ACCESS_TYPE_REQUIRED');
    const broken = project.as('client', { access_token: 'garbage' });
    expectKnown(await refresh(user.refresh_token, broken), 401, 'UNPARSABLE_ACCESS_TOKEN');
    for (const type of TYPES) expectKnown(await refresh(user.refresh_token, other.as(type)), 401, DEAD);
  });

  it('reads the user again, as /auth/oauth/token does', async () => {
    const user = await project.signUp();
    const primary_email = newEmail();
    const change = { display_name: 'Mira', primary_email, primary_email_verified: true };
    ok(await project.server.patch(`/users/${user.id}`, change));
    const json = {
      grant_type: 'refresh_token',
      refresh_token: user.refresh_token,
      client_id: project.id,
      client_secret: project.keys.publishable_client_key,
    };
    for (const answer of [
      await refresh(user.refresh_token),
      await api('POST', '/auth/oauth/token', { json }),
    ]) {
      const { access_token } = ok(answer) as Tokens;
      expect(decodeJwt(access_token)).toMatchObject({
        sub: user.id,
        refresh_token_id: idOf(user),
        name: 'Mira',
        email: primary_email,
        email_verified: true,
      });
    }
    const scopes = [await api('POST', '/auth/oauth/token', { json: { ...json, scope: 'legacy' } })];
    ok(scopes[0] as Answer);
    const wrong = await api('POST', '/auth/oauth/token', { json: { ...json, scope: 'openid' } });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ error: 'invalid_scope', error_description: expect.any(String) as string });
    for (const client_secret of [undefined, '']) {
      const answer = await api('POST', '/auth/oauth/token', { json: { ...json, client_secret } });
      expect(answer.body).toMatchObject({ error: 'invalid_request' });
    }
  });

  it('ends with the password: an update keeps the session it names, and only that', async () => {
    const user = await project.signUp();
    const second = await create({ user_id: user.id });
    const body = { old_password: PASSWORD, new_password: 'another horse battery' };
    const client = project.as('client', second);
    ok(await client.post('/auth/password/update', body, withToken(second.refresh_token)));
    ok(await client.get('/users/me'));
    ok(await refresh(second.refresh_token));
    expectKnown(await refresh(user.refresh_token), 401, DEAD);
  });
});

it('no other change of how a user signs in ends a session', async () => {
  const own = await newProject({
    passkey_enabled: true,
    oauth_providers: [{ id: 'github', type: 'shared' }],
  });
  const user = await own.signUp();
  const client = own.as('client', user);
  const passkey = createAuthenticator();
  ok(await register(client, { passkey }));
  await enrol(own, user.id);
  const link = { provider_config_id: 'github', account_id: newUuid(), allow_sign_in: true };
  const added = { user_id: user.id, ...link, allow_connected_accounts: true };
  const { id } = ok(await own.server.post('/oauth-providers', added), 201) as { id: string };
  ok(await own.server.delete(`/oauth-providers/${user.id}/${id}`));
  ok(await client.patch('/users/me', { passkey_auth_enabled: false, totp_secret_base64: null }));
  ok(await own.server.patch(`/users/${user.id}`, { primary_email: newEmail() }));
  ok(await refresh(user.refresh_token, own.client));
  const ghost = ok(await own.client.post('/auth/anonymous/sign-up')) as Tokens;
  const headers = { 'x-stack-allow-anonymous-user': 'true' };
  const body = { email: newEmail(), password: PASSWORD };
  const upgraded = ok(
    await own.as('client', ghost).post('/auth/password/sign-up', body, { headers }),
  ) as Tokens;
  for (const { refresh_token } of [ghost, upgraded]) ok(await refresh(refresh_token, own.client));
});

describe('GET /auth/sessions', () => {
  it('is the user’s own, or any user’s for servers and admins, who have no current one', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    for (const who of ['me', user.id]) expect(await list(client, who)).toHaveLength(1);
    for (const caller of [project.server, project.admin]) {
      const [session] = await list(caller, user.id);
      expect(session).toMatchObject({ id: idOf(user), user_id: user.id, is_current_session: false });
    }
    const [mine] = await list(project.as('server', user), 'me');
    expect(mine).toMatchObject({ id: idOf(user), is_current_session: true });
    for (const caller of [project.client, project.server, project.admin]) {
      const answer = await caller.get('/auth/sessions', { query: { user_id: 'me' } });
      expectKnown(answer, 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    }
    for (const caller of [other.server, other.admin]) expect(await list(caller, user.id)).toEqual([]);
  });

  it('knows one parameter', async () => {
    const { server } = project;
    const query = { user_id: newUuid() };
    expectSchemaError(await server.get('/auth/sessions', { query: { user_id: 'x' } }), 'query.user_id');
    expectSchemaError(await server.get('/auth/sessions', { query: { ...query, limit: 1 } }), 'query');
    expectSchemaError(await project.client.get('/auth/sessions'), 'query.user_id');
  });

  it('counts impersonation for admins alone', async () => {
    const user = await project.signUp();
    await create({ user_id: user.id });
    await create({ user_id: user.id, is_impersonation: true });
    const kinds = async (caller: { get: Project['client']['get'] }) =>
      (await list(caller, user.id)).map(({ is_impersonation }) => is_impersonation as boolean);
    expect(await kinds(project.as('client', user))).toEqual([false, false]);
    expect(await kinds(project.server)).toEqual([false, false]);
    expect(await kinds(project.admin)).toEqual([true, false, false]);
  });

  it('says when a session was last used', async () => {
    const user = await project.signUp();
    const seen = async () => (await list(project.as('client', user), 'me'))[0]?.last_used_at as unknown;
    await expect.poll(seen, { timeout: 4_000 }).toEqual(expect.any(Number));
    const first = (await seen()) as number;
    ok(await project.as('client', user).get('/users/me'));
    ok(await refresh(user.refresh_token));
    await expect.poll(seen, { timeout: 4_000 }).toBeGreaterThan(first);
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  const remove = (caller: { delete: Project['client']['delete'] }, id: string, user_id?: string) =>
    caller.delete(`/auth/sessions/${id}`, user_id === undefined ? {} : { query: { user_id } });

  it('ends a session, an impersonating one too, for its user, servers and admins', async () => {
    const user = await project.signUp();
    for (const [caller, user_id] of [
      [project.as('client', user), 'me'],
      [project.as('client', user), user.id],
      [project.as('client', user), undefined],
      [project.server, user.id],
      [project.admin, undefined],
      [project.as('admin', user), 'me'],
    ] as const) {
      const doomed = await create({ user_id: user.id, is_impersonation: true });
      expect(ok(await remove(caller, idOf(doomed), user_id))).toEqual({ success: true });
      expectKnown(await refresh(doomed.refresh_token), 401, DEAD);
      expectText(await remove(caller, idOf(doomed), user_id), 404);
    }
    ok(await refresh(user.refresh_token));
  });

  it('never ends the session of the token that asks, whatever the access', async () => {
    const user = await project.signUp();
    for (const type of TYPES) {
      const answer = await remove(project.as(type, user), idOf(user), 'me');
      expectKnown(answer, 400, 'CANNOT_DELETE_CURRENT_SESSION');
    }
    expect(await list(project.server, user.id)).toHaveLength(1);
  });

  it('does not know sessions of others, of other projects, or of another user than it names', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    const id = idOf(user);
    for (const user_id of [undefined, 'me', user.id, stranger.id])
      expectText(await remove(project.as('client', stranger), id, user_id), 404);
    for (const caller of [other.server, other.admin]) expectText(await remove(caller, id), 404);
    for (const caller of [project.server, project.admin])
      expectText(await remove(caller, id, stranger.id), 404);
    expectText(await remove(project.client, id), 404);
    expectKnown(await remove(project.client, id, 'me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    ok(await refresh(user.refresh_token));
    expectSchemaError(await remove(project.server, 'x'), 'params.id');
    expectSchemaError(await remove(project.server, id, 'x'), 'query.user_id');
  });
});

describe('DELETE /auth/sessions/current', () => {
  it('signs out by the token, with any access', async () => {
    for (const type of TYPES) {
      const user = await project.signUp();
      expect(ok(await project.as(type, user).delete('/auth/sessions/current'))).toEqual({ success: true });
      expectKnown(await refresh(user.refresh_token), 401, DEAD);
      expectKnown(await project.as(type).delete('/auth/sessions/current'), 401, 'ACCESS_TOKEN_EXPIRED', {
        expired_at_millis: expect.any(Number) as number,
      });
    }
  });

  it('ignores a body, and tokens of other projects do not get that far', async () => {
    const user = await project.signUp();
    const foreign = await other.as('client', user).delete('/auth/sessions/current');
    expectKnown(foreign, 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: expect.any(String) as string,
      actual_project_id: expect.any(String) as string,
    });
    const { headers } = project.as('client', user);
    ok(await api('DELETE', '/auth/sessions/current', { headers, json: { anything: [1] } }));
  });

  it('of a user who is gone is REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', async () => {
    const user = await project.signUp();
    ok(await project.server.delete(`/users/${user.id}`));
    expectKnown(await project.as('client', user).delete('/auth/sessions/current'), 401, DEAD);
  });
});
