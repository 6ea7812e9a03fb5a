import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, type Answer } from '../src/client.ts';
import { newEmail, newProject, overrideConfig, PASSWORD, type Project } from '../src/project.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const refresh = (refresh_token: string, one = project) =>
  one.client.post('/auth/sessions/current/refresh', undefined, {
    headers: { 'x-stack-refresh-token': refresh_token },
  });
const dead = (answer: Answer) => expectKnown(answer, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');

describe('refresh tokens of a project that rotates them', () => {
  let rotating: Project;
  beforeAll(async () => {
    rotating = await newProject();
    await overrideConfig(rotating, {
      'auth.refreshTokens.rotate': true,
      'auth.refreshTokens.graceSeconds': 2,
    });
  });

  it('used twice within the grace lead to one and the same successor, also in 50 parallel requests', async () => {
    const user = await rotating.signUp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refresh(user.refresh_token, rotating)),
    );
    const successors = new Set(answers.map((answer) => ok(answer).refresh_token as string));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect(successor).not.toBe(user.refresh_token);
    expect(ok(await refresh(user.refresh_token, rotating)).refresh_token).toBe(successor);
    ok(await refresh(successor, rotating));
  });

  it('used again after the grace end the whole session, access tokens too', async () => {
    const user = await rotating.signUp();
    const { refresh_token, access_token } = ok(await refresh(user.refresh_token, rotating)) as {
      refresh_token: string;
      access_token: string;
    };
    await sleep(2_200);
    dead(await refresh(user.refresh_token, rotating));
    dead(await refresh(refresh_token, rotating));
    const mine = await rotating.as('client', { access_token }).get('/users/me');
    expectKnown(mine, 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: expect.any(Number) as unknown });
  });

  it('come in the answer of the OAuth route too', async () => {
    const user = await rotating.signUp();
    const body = {
      grant_type: 'refresh_token',
      refresh_token: user.refresh_token,
      client_id: rotating.id,
      client_secret: rotating.keys.publishable_client_key,
    };
    const answer = ok(await rotating.client.post('/auth/oauth/token', body));
    expect(answer.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(answer.refresh_token).not.toBe(user.refresh_token);
  });
});

describe('access is denied within a second', () => {
  const ways: Record<string, (user: Awaited<ReturnType<Project['signUp']>>) => Promise<Answer>> = {
    'of a sign-out': (user) => project.as('client', user).delete('/auth/sessions/current'),
    'of a password that the server changed': ({ id }) =>
      project.server.patch(`/users/${id}`, { password: 'another password' }),
    'of a password reset': async ({ email }) => {
      const code = await newResetCode(project.client, email);
      return project.client.post('/auth/password/reset', { code, password: 'another password' });
    },
    'of a password change in another session': async (user) => {
      const { access_token } = await project.newSession(user.id);
      const body = { old_password: PASSWORD, new_password: 'another password' };
      return project.as('client', { access_token }).post('/auth/password/update', body);
    },
  };

  it.each(Object.keys(ways))('%s', async (way) => {
    const user = await project.signUp();
    ok(await project.as('client', user).get('/users/me'));
    ok(await ways[way]!(user));
    const mine = await project.as('client', user).get('/users/me');
    expectKnown(mine, 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: expect.any(Number) as unknown });
    dead(await refresh(user.refresh_token));
  });

  it('of the deletion of the user, whose token names nobody then', async () => {
    const user = await project.signUp();
    ok(await project.server.delete(`/users/${user.id}`));
    const mine = await project.as('client', user).get('/users/me');
    expectKnown(mine, 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    dead(await refresh(user.refresh_token));
  });

  it('of a removal from a team, whose permissions are gone', async () => {
    const user = await project.signUp();
    const team = await project.newTeam({ creator_user_id: user.id });
    ok(await project.server.delete(`/team-memberships/${team}/${user.id}`));
    expect((await project.as('client', user).get(`/teams/${team}`)).status).toBe(404);
  });
});

describe('a sign-in', () => {
  it('sets no cookie and takes no session from the request: each gives tokens of its own', async () => {
    const user = await project.signUp();
    const body = { email: user.email, password: PASSWORD };
    const headers = { cookie: `stack-refresh=${user.refresh_token}; session=fixed` };
    const answers = await Promise.all(
      [0, 1].map(() => project.as('client', user).post('/auth/password/sign-in', body, { headers })),
    );
    for (const answer of answers) expect(answer.headers).not.toHaveProperty('set-cookie');
    const tokens = [user.refresh_token, ...answers.map((answer) => ok(answer).refresh_token as string)];
    expect(new Set(tokens).size).toBe(3);
  });
});

describe('an anonymous account', () => {
  it('whose visitor signs in to an existing account carries nothing over', async () => {
    const allowed = { headers: { 'x-stack-allow-anonymous-user': 'true' } };
    const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as {
      access_token: string;
      user_id: string;
    };
    ok(await project.server.patch(`/users/${ghost.user_id}`, { server_metadata: { role: 'chosen' } }));
    const team = await project.newTeam({ creator_user_id: ghost.user_id });
    const email = newEmail();
    const { link } = await newSignInCodes(project.client, email);
    const owner = ok(await project.client.post('/auth/otp/sign-in', { code: link }));
    const { typed } = await newSignInCodes(project.client, email);
    const caller = project.as('client', ghost);
    const answer = ok(await caller.post('/auth/otp/sign-in', { code: typed }, allowed));
    expect(answer).toMatchObject({ user_id: owner.user_id, is_new_user: false });
    const user = ok(await project.server.get(`/users/${owner.user_id as string}`));
    expect(user.server_metadata).toBeNull();
    const teams = ok(await project.server.get('/teams', { query: { user_id: owner.user_id as string } }));
    expect((teams.items as { id: string }[]).map(({ id }) => id)).not.toContain(team);
    expect(ok(await project.server.get(`/users/${ghost.user_id}`)).is_anonymous).toBe(true);
  });
});
