import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { expectKnown, ok } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Caller, type Project, type Tokens } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

interface Anonymous extends Tokens {
  readonly id: string;
  readonly caller: Caller;
}

const newAnonymous = async (one = project): Promise<Anonymous> => {
  const id = await one.newUser({ is_anonymous: true });
  const tokens = await one.newSession(id);
  return { id, ...tokens, caller: one.as('client', tokens) };
};
const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };
const account = () => ({ email: newEmail(), password: PASSWORD });

it('an upgrade needs sign-up to be enabled', async () => {
  const closed = await newProject({ sign_up_enabled: false });
  const { id, caller } = await newAnonymous(closed);
  expectKnown(await caller.post('/auth/password/sign-up', account(), ALLOWED), 400, 'SIGN_UP_NOT_ENABLED');
  expect(ok(await closed.server.get(`/users/${id}`)).is_anonymous).toBe(true);
});

it('an upgrade needs the header as everything else does', async () => {
  const { caller } = await newAnonymous();
  expectKnown(
    await caller.post('/auth/password/sign-up', account()),
    401,
    'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
  );
});

it('signing in to an existing account neither merges nor upgrades', async () => {
  const user = await project.signUp();
  const { id, caller } = await newAnonymous();
  const { email, password } = user;
  const answer = ok(await caller.post('/auth/password/sign-in', { email, password }, ALLOWED));
  expect(answer).toMatchObject({ user_id: user.id, is_new_user: false });
  expect(decodeJwt(answer.access_token as string)).toMatchObject({ sub: user.id, is_anonymous: false });
  expect(ok(await project.server.get(`/users/${id}`))).toMatchObject({
    is_anonymous: true,
    primary_email: null,
  });
});

it('the token of before the upgrade works until it expires, the next refresh gives a regular one', async () => {
  const { id, caller, refresh_token } = await newAnonymous();
  ok(await caller.post('/auth/password/sign-up', account(), ALLOWED));
  expect(ok(await caller.get('/users/me', ALLOWED))).toMatchObject({ id, is_anonymous: false });
  expectKnown(await caller.get('/users/me'), 401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
  const headers = { 'x-stack-refresh-token': refresh_token };
  const { access_token } = ok(
    await project.client.post('/auth/sessions/current/refresh', undefined, { headers }),
  ) as Tokens;
  expect(decodeJwt(access_token)).toMatchObject({ sub: id, aud: project.id, is_anonymous: false });
  ok(await project.as('client', { access_token }).get('/users/me'));
});

it('an upgrade renames the personal team unless it was renamed before', async () => {
  const teams = await newProject({ create_team_on_sign_up: true });
  const nameAfterUpgrade = async (rename?: string) => {
    const { id, caller } = await newAnonymous(teams);
    const { selected_team_id } = ok(await teams.server.get(`/users/${id}`)) as { selected_team_id: string };
    if (rename) ok(await teams.server.patch(`/teams/${selected_team_id}`, { display_name: rename }));
    const body = account();
    ok(await caller.post('/auth/password/sign-up', body, ALLOWED));
    const { display_name } = ok(await teams.server.get(`/teams/${selected_team_id}`)) as {
      display_name: string;
    };
    return display_name.replace(body.email, 'EMAIL');
  };
  expect(await nameAfterUpgrade()).toBe("EMAIL's Team");
  expect(await nameAfterUpgrade('Ours')).toBe('Ours');
});
