/** Who becomes anonymous, and what is no upgrade. */
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, ok, type Json } from '../client.ts';
import { newEmail, newProject, overrideConfig, PASSWORD, type Project } from '../project.ts';
import { newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([
    newProject({ magic_link_enabled: true, create_team_on_sign_up: true }),
    newProject(),
  ]);
});

const SIGN_UP = '/auth/anonymous/sign-up';
const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };
interface Ghost {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
}
const newGhost = async (one = project) => ok(await one.client.post(SIGN_UP)) as Ghost;
const read = async (id: string) => ok(await project.server.get(`/users/${id}`)) as Json;

describe('POST /auth/anonymous/sign-up', () => {
  it('takes any access, a body or none, and nobody without access', async () => {
    const user = await project.signUp();
    for (const type of ['client', 'server', 'admin'] as const) {
      const made = [
        await project.as(type).post(SIGN_UP),
        await project.as(type).post(SIGN_UP, { email: newEmail() }),
        await project.as(type, user).post(SIGN_UP, {}),
      ];
      for (const answer of made) {
        const body = ok(answer) as Ghost & { is_new_user: boolean };
        expect(Object.keys(body).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']);
        expect(body.is_new_user).toBe(true);
        expect(body.user_id).not.toBe(user.id);
        expect(await read(body.user_id)).toMatchObject({
          is_anonymous: true,
          primary_email: null,
          has_password: false,
        });
      }
    }
    expectKnown(await api('POST', SIGN_UP), 400, 'ACCESS_TYPE_REQUIRED');
  });

  it('is off for every access where the project switched it off', async () => {
    await overrideConfig(other, { 'auth.anonymous.allowSignUp': false });
    for (const type of ['client', 'server', 'admin'] as const)
      expectKnown(await other.as(type).post(SIGN_UP), 400, 'ANONYMOUS_ACCOUNTS_NOT_ENABLED');
    await overrideConfig(other, { 'auth.anonymous.allowSignUp': null });
    await newGhost(other);
  });

  it('gives a token of its own issuer, audience and kind, for this project', async () => {
    const ghost = await newGhost();
    const claims = decodeJwt(ghost.access_token);
    expect(claims).toMatchObject({ aud: `${project.id}:anon`, is_anonymous: true, sub: ghost.user_id });
    expect(claims.iss).toMatch(new RegExp(`/api/v1/projects-anonymous-users/${project.id}$`));
    const answer = await other.as('client', ghost).get('/users/me', ALLOWED);
    expectKnown(answer, 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: expect.any(String) as string,
      actual_project_id: expect.any(String) as string,
    });
    expect((await other.server.get(`/users/${ghost.user_id}`)).status).toBe(404);
  });

  it('gives a session that signs out as any other', async () => {
    const ghost = await newGhost();
    const caller = project.as('client', ghost);
    expectKnown(await caller.delete('/auth/sessions/current'), 401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    ok(await caller.delete('/auth/sessions/current', ALLOWED));
    const headers = { 'x-stack-refresh-token': ghost.refresh_token };
    const answer = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(answer, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });
});

describe('no upgrade', () => {
  it('is a password that is set, whether or not there is an address', async () => {
    const ghost = await newGhost();
    const client = project.as('client', ghost);
    await client.post('/auth/password/set', { password: PASSWORD }, ALLOWED);
    expect((await read(ghost.user_id)).is_anonymous).toBe(true);
  });

  it('is signing in to an account of somebody', async () => {
    const { email } = await project.signUp();
    const ghost = await newGhost();
    const client = project.as('client', ghost);
    ok(await client.post('/auth/password/sign-in', { email, password: PASSWORD }, ALLOWED));
    expect((await read(ghost.user_id)).is_anonymous).toBe(true);
  });

  it('happens by code while sign-up is closed', async () => {
    const own = await newProject({ magic_link_enabled: true });
    const ghost = await newGhost(own);
    const { typed } = await newSignInCodes(own.client, newEmail());
    ok(await own.admin.patch('/internal/projects/current', { config: { sign_up_enabled: false } }));
    const answer = await own.as('client', ghost).post('/auth/otp/sign-in', { code: typed }, ALLOWED);
    expectKnown(answer, 400, 'SIGN_UP_NOT_ENABLED');
    expect(ok(await own.server.get(`/users/${ghost.user_id}`)).is_anonymous).toBe(true);
  });

  it('happens by the token of another project', async () => {
    const ghost = await newGhost(other);
    const body = { email: newEmail(), password: PASSWORD };
    const answer = await project.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED);
    expect(answer.body.code).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN');
  });
});

describe('an upgrade', () => {
  it('keeps the name, all metadata and teams that were renamed', async () => {
    const ghost = await newGhost();
    const kept = {
      display_name: 'Ghost',
      client_metadata: { a: 1 },
      client_read_only_metadata: { b: 2 },
      server_metadata: { c: 3 },
    };
    ok(await project.server.patch(`/users/${ghost.user_id}`, kept));
    const team_id = (await read(ghost.user_id)).selected_team_id as string;
    ok(await project.server.patch(`/teams/${team_id}`, { display_name: 'Harbour' }));
    const body = { email: newEmail(), password: PASSWORD };
    ok(await project.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED));
    const user = await read(ghost.user_id);
    expect(user).toMatchObject({ ...kept, is_anonymous: false, primary_email: body.email });
    expect(user.selected_team).toMatchObject({ id: team_id, display_name: 'Harbour' });
  });

  it('makes a new session beside the old one, whose access token still needs the header', async () => {
    const ghost = await newGhost();
    const body = { email: newEmail(), password: PASSWORD };
    const upgraded = ok(
      await project.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED),
    ) as Ghost;
    expect(upgraded.refresh_token).not.toBe(ghost.refresh_token);
    expect(decodeJwt(upgraded.access_token)).toMatchObject({ aud: project.id, is_anonymous: false });
    const { items } = ok(await project.as('client', upgraded).get('/auth/sessions?user_id=me')) as {
      items: object[];
    };
    expect(items).toHaveLength(2);
    const old = project.as('client', ghost);
    expectKnown(await old.get('/users/me'), 401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    expect(ok(await old.get('/users/me', ALLOWED))).toMatchObject({
      is_anonymous: false,
      primary_email: body.email,
    });
    // Somebody regular already, so this makes another account.
    const again = await old.post('/auth/password/sign-up', { ...body, email: newEmail() }, ALLOWED);
    expect(ok(again).user_id).not.toBe(ghost.user_id);
  });

  it('shows the user in lists', async () => {
    const ghost = await newGhost();
    const listed = async () =>
      (ok(await project.server.get('/users', { query: { query: ghost.user_id } })) as { items: object[] })
        .items.length;
    expect(await listed()).toBe(0);
    const body = { email: newEmail(), password: PASSWORD };
    ok(await project.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED));
    expect(await listed()).toBe(1);
  });
});
