import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, url, type Answer } from '../src/client.ts';
import { createBrowser, newAttempt } from '../src/oauth/browser.ts';
import { newOAuthProject, signInWith } from '../src/oauth/project-with-providers.ts';
import { newEmail, newKeySet, newProject, overrideConfig, PASSWORD, type Project } from '../src/project.ts';
import { refreshByGrant, refreshSession } from '../src/refresh.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';
import { expectDenied } from './denied.ts';
import { inParallel } from './in-parallel.ts';
import { tally } from './tally.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject({ magic_link_enabled: true });
});

const refresh = (refresh_token: string, one = project) => refreshSession(one.client, refresh_token);
const oauthRefresh = (refresh_token: string, one = project) => refreshByGrant(one, refresh_token);
const dead = (answer: Answer) => expectKnown(answer, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');

/** The event of a reuse, `session.ended` for `refresh_token_reuse`, is shown in services/identity/src/sessions/rotation.test.ts. */
describe('28 · a refresh token of a project that rotates them', () => {
  let rotating: Project;
  beforeAll(async () => {
    rotating = await newProject();
    await overrideConfig(rotating, {
      'auth.refreshTokens.rotate': true,
      'auth.refreshTokens.graceSeconds': 2,
    });
  });
  const successorsOf = (answers: readonly Answer[]) =>
    new Set(answers.map((answer) => ok(answer).refresh_token as string));

  it('used twice within the grace leads to one and the same successor, also in 50 parallel requests', async () => {
    const user = await rotating.signUp();
    const successors = successorsOf(await inParallel(50, () => refresh(user.refresh_token, rotating)));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect(successor).not.toBe(user.refresh_token);
    expect(ok(await refresh(user.refresh_token, rotating)).refresh_token).toBe(successor);
    ok(await refresh(successor, rotating));
  });

  it('does not fork by the two routes: 50 parallel requests over both have one living successor', async () => {
    const user = await rotating.signUp();
    const routes = [refresh, oauthRefresh];
    const answers = await inParallel(50, (index) => routes[index % 2]!(user.refresh_token, rotating));
    expect(successorsOf(answers).size).toBe(1);
    const { items } = ok(await rotating.as('client', user).get('/auth/sessions?user_id=me')) as {
      items: object[];
    };
    expect(items).toHaveLength(1);
  });

  it('used again after the grace ends the whole session, the successors and their access tokens too', async () => {
    const user = await rotating.signUp();
    const first = ok(await refresh(user.refresh_token, rotating)) as { refresh_token: string };
    const second = ok(await refresh(first.refresh_token, rotating)) as {
      refresh_token: string;
      access_token: string;
    };
    await sleep(2_200);
    dead(await refresh(user.refresh_token, rotating));
    for (const { refresh_token } of [first, second]) dead(await refresh(refresh_token, rotating));
    for (const { access_token } of [user, second])
      await expectDenied(() => rotating.as('client', { access_token }).get('/users/me'));
  });

  it('used again after the grace in 50 parallel requests gives nothing to any of them', async () => {
    const user = await rotating.signUp();
    const { refresh_token } = ok(await refresh(user.refresh_token, rotating)) as { refresh_token: string };
    await sleep(2_200);
    expect(tally(await inParallel(50, () => refresh(user.refresh_token, rotating)))).toEqual({
      '401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED': 50,
    });
    dead(await refresh(refresh_token, rotating));
  });

  it('ends its own session only', async () => {
    const user = await rotating.signUp();
    const other = await rotating.newSession(user.id);
    ok(await refresh(user.refresh_token, rotating));
    await sleep(2_200);
    dead(await refresh(user.refresh_token, rotating));
    ok(await refresh(other.refresh_token, rotating));
  });
});

/**
 * A second is what the gateways promise, through whichever of them: tests/chaos/revocation.test.ts revokes at one and asks
 * another. The wire has no way to disable a user; what comes nearest, another password set by the server, is here.
 */
describe('29 · access is denied within a second, to refresh and access token', () => {
  const ways: Record<string, (user: Awaited<ReturnType<Project['signUp']>>) => Promise<Answer>> = {
    'of a sign-out': (user) => project.as('client', user).delete('/auth/sessions/current'),
    'of the end of the session by its user elsewhere': async (user) => {
      const elsewhere = project.as('client', await project.newSession(user.id));
      const { items } = ok(await elsewhere.get('/auth/sessions?user_id=me')) as {
        items: { id: string; is_current_session: boolean }[];
      };
      return elsewhere.delete(`/auth/sessions/${items.find((one) => !one.is_current_session)!.id}`);
    },
    'of a password that the server changed': ({ id }) =>
      project.server.patch(`/users/${id}`, { password: 'another password' }),
    'of a password that the server took away': ({ id }) =>
      project.server.patch(`/users/${id}`, { password: null }),
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
    // Whatever caches what it knows of the session knows it by now.
    await inParallel(5, async () => ok(await project.as('client', user).get('/users/me')));
    ok(await ways[way]!(user));
    await expectDenied(() => project.as('client', user).get('/users/me'));
    await expectDenied(() => project.as('server', user).get('/users/me'));
    dead(await refresh(user.refresh_token));
    dead(await oauthRefresh(user.refresh_token));
  });

  it('of the deletion of the user, whose token names nobody then', async () => {
    const user = await project.signUp();
    ok(await project.as('client', user).get('/users/me'));
    ok(await project.server.delete(`/users/${user.id}`));
    const mine = async () => (await project.as('client', user).get('/users/me')).body.code as string;
    await expect.poll(mine, { timeout: 1_000, interval: 100 }).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    dead(await refresh(user.refresh_token));
    const again = await project.client.post('/auth/password/sign-in', {
      email: user.email,
      password: PASSWORD,
    });
    expectKnown(again, 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('of a removal from a team, whose data and permissions are gone', async () => {
    const user = await project.signUp();
    const team = await project.newTeam({ creator_user_id: user.id });
    const client = project.as('client', user);
    ok(await client.get(`/teams/${team}`));
    const permissions = { query: { team_id: team, user_id: 'me' } };
    expect(ok(await client.get('/team-permissions', permissions)).items).not.toEqual([]);
    ok(await project.server.delete(`/team-memberships/${team}/${user.id}`));
    const seen = async () => (await client.get(`/teams/${team}`)).status;
    await expect.poll(seen, { timeout: 1_000, interval: 100 }).toBe(404);
    const left = await client.get('/team-permissions', permissions);
    expect(left.body.items ?? []).toEqual([]);
    const all = ok(await client.get('/teams', { query: { user_id: 'me' } })) as { items: { id: string }[] };
    expect(all.items.map(({ id }) => id)).not.toContain(team);
  });

  it('of the end of a key, however often it was used', async () => {
    const own = await newProject();
    const { id, ...keys } = await newKeySet(own.admin);
    const headers = { 'x-stack-secret-server-key': keys.secret_server_key };
    await inParallel(5, async () => ok(await own.server.get('/users', { headers })));
    ok(await own.admin.patch(`/internal/api-keys/${id}`, { revoked: true }));
    await expectDenied(() => own.server.get('/users', { headers }), 'INVALID_SECRET_SERVER_KEY');
  });
});

/**
 * The wire has no session cookie: tokens are in bodies and headers, and kits keep them. What their cookies are like — `Secure`
 * and `__Host-` over https, never `HttpOnly`, since scripts read them — is in sdk/src/tokens/cookie-tokens.test.ts.
 */
describe('30 · a sign-in', () => {
  it('sets no cookie and takes no session from the request: each gives tokens of its own', async () => {
    const user = await project.signUp();
    const body = { email: user.email, password: PASSWORD };
    const headers = {
      cookie: `stack-refresh=${user.refresh_token}; __Host-stack-refresh-${project.id}--default=fixed; session=fixed`,
      'x-stack-refresh-token': user.refresh_token,
    };
    const { typed } = await newSignInCodes(project.client, newEmail());
    const caller = project.as('client', user);
    const answers = [
      await caller.post('/auth/password/sign-in', body, { headers }),
      await caller.post('/auth/password/sign-in', body, { headers }),
      await caller.post('/auth/otp/sign-in', { code: typed }, { headers }),
      await caller.post('/auth/anonymous/sign-up', undefined, { headers }),
    ];
    for (const answer of answers) expect(answer.headers).not.toHaveProperty('set-cookie');
    const tokens = [user.refresh_token, ...answers.map((answer) => ok(answer).refresh_token as string)];
    expect(new Set(tokens).size).toBe(answers.length + 1);
    // The one from before is no way into the new ones.
    expect(ok(await project.as('client', user).get('/users/me')).id).toBe(user.id);
  });

  it('is not told by a cookie who is asking', async () => {
    const user = await project.signUp();
    const cookie = `stack-access=["${user.refresh_token}","${user.access_token}"]; stack-refresh=${user.refresh_token}`;
    const mine = await project.client.get('/users/me', { headers: { cookie } });
    expectKnown(mine, 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, {
      headers: { cookie },
    });
    expect(refreshed.body.code).toBe('SCHEMA_ERROR');
  });

  it('with a provider has a cookie per attempt that scripts cannot read, that says nothing, and that ends with it', async () => {
    const browser = createBrowser();
    const first = await browser.open(newAttempt(project).address);
    const second = await browser.open(newAttempt(project).address);
    const names = [first, second].map(({ set_cookie }) => set_cookie[0]!.split('=')[0]!);
    expect(new Set(names).size).toBe(2);
    for (const { set_cookie } of [first, second]) {
      expect(set_cookie).toHaveLength(1);
      expect(set_cookie[0]).toMatch(
        /^stack-oauth-inner-[0-9a-z]{45}=true; Path=\/; .*Max-Age=600; .*HttpOnly/,
      );
      expect(set_cookie[0]!.includes('; Secure')).toBe(url().startsWith('https:'));
    }
    const email = newEmail();
    const one = await signInWith(project, { email });
    const two = await signInWith(project, { email });
    expect(two.refresh_token).not.toBe(one.refresh_token);
  });
});
