import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { codeOf, newAttempt, REDIRECT_URI, roundTrip } from './browser.ts';
import {
  exchange,
  expectKnownPage,
  getUser,
  newOAuthProject,
  providers,
  signInWith,
  userIdOf,
} from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

const inUse = (email: string, would_work_if_email_was_verified: boolean) => ({
  type: 'email',
  contact_channel_value: email,
  would_work_if_email_was_verified,
});
const channelsOf = async (of: Project, user_id: string) =>
  (ok(await of.server.get('/contact-channels', { query: { user_id } })) as { items: object[] }).items;

describe('signing in with a provider', () => {
  it('gives a new user tokens, and everything the answer promises', async () => {
    const email = newEmail();
    const attempt = newAttempt(project, { after_callback_redirect_url: '/welcome' });
    const back = await roundTrip(attempt, { email });
    const target = new URL(back.location ?? '');
    expect(target.origin + target.pathname).toBe(REDIRECT_URI);
    expect([...target.searchParams.keys()].sort()).toEqual(['code', 'state']);
    expect(target.searchParams.get('state')).toBe(attempt.state);
    expect(back.text).toBe('{}');

    const answer = await exchange(project, { code: codeOf(back), code_verifier: attempt.verifier });
    expect(ok(answer)).toEqual({
      access_token: expect.any(String) as string,
      refresh_token: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/) as string,
      token_type: 'Bearer',
      scope: 'legacy',
      expires_in: expect.any(Number) as number,
      is_new_user: true,
      newUser: true,
      after_callback_redirect_url: '/welcome',
      afterCallbackRedirectUrl: '/welcome',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.pragma).toBe('no-cache');
    const { exp = 0 } = decodeJwt(answer.body.access_token as string);
    expect(Math.abs(exp - Date.now() / 1000 - (answer.body.expires_in as number))).toBeLessThan(5);

    expect(await getUser(project, userIdOf(answer.body as { access_token: string }))).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      display_name: null,
      has_password: false,
      otp_auth_enabled: false,
      oauth_providers: [{ id: 'github', account_id: email, email, type: 'github', provider_user_id: email }],
    });
  });

  it('answers null for an address that was not asked to be returned', async () => {
    const attempt = newAttempt(project);
    const code = codeOf(await roundTrip(attempt, { email: newEmail() }));
    const body = ok(await exchange(project, { code, code_verifier: attempt.verifier }));
    expect(body).toMatchObject({ after_callback_redirect_url: null, afterCallbackRedirectUrl: null });
  });

  it('signs a known account in while sign-up is disabled, and nobody new', async () => {
    const own = await newOAuthProject();
    const email = newEmail();
    const first = await signInWith(own, { email });
    ok(await own.admin.patch('/internal/projects/current', { config: { sign_up_enabled: false } }));
    const second = await signInWith(own, { email });
    expect(second.is_new_user).toBe(false);
    expect(userIdOf(second)).toBe(userIdOf(first));
    expectKnownPage(await roundTrip(newAttempt(own), { email: newEmail() }), 400, 'SIGN_UP_NOT_ENABLED');
  });

  it('a deleted user signs up anew with the same account', async () => {
    const email = newEmail();
    const first = await signInWith(project, { email });
    ok(await project.server.delete(`/users/${userIdOf(first)}`));
    const second = await signInWith(project, { email });
    expect(second.is_new_user).toBe(true);
    expect(userIdOf(second)).not.toBe(userIdOf(first));
  });

  it('two first sign-ins at the same time make one user', async () => {
    const email = newEmail();
    const results = await Promise.all(
      ['github', 'github', 'github'].map((provider) => signInWith(project, { email, provider })),
    );
    expect(new Set(results.map(userIdOf)).size).toBe(1);
    expect(results.filter(({ is_new_user }) => is_new_user)).toHaveLength(1);
  });

  it('makes the anonymous user of the token a regular one', async () => {
    const anonymous = ok(await project.client.post('/auth/anonymous/sign-up')) as {
      access_token: string;
      user_id: string;
    };
    const email = newEmail();
    const signedIn = await signInWith(project, { email, token: anonymous.access_token });
    expect(signedIn.is_new_user).toBe(true);
    expect(userIdOf(signedIn)).toBe(anonymous.user_id);
    expect(await getUser(project, anonymous.user_id)).toMatchObject({
      is_anonymous: false,
      primary_email: email,
    });
  });
});

describe('an address that signs somebody in already', () => {
  it('is joined when both sides have verified it', async () => {
    const email = newEmail();
    const id = await project.newUser({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    const before = await channelsOf(project, id);
    const signedIn = await signInWith(project, { email });
    expect(signedIn.is_new_user).toBe(false);
    expect(userIdOf(signedIn)).toBe(id);
    expect(await channelsOf(project, id)).toEqual(before);
    expect((await getUser(project, id)).oauth_providers).toMatchObject([{ id: 'github', account_id: email }]);
  });

  it('is never joined while our side is unverified, so nobody can lie in wait for its owner', async () => {
    const email = newEmail();
    const attacker = await project.signUp(email);
    const page = await roundTrip(newAttempt(project), { email });
    expectKnownPage(page, 409, 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', inUse(email, true));
    expect((await getUser(project, attacker.id)).oauth_providers).toEqual([]);
  });

  it('of a user with another account of the provider is a conflict', async () => {
    const email = newEmail();
    const id = await project.newUser({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      oauth_providers: [{ id: 'github', account_id: 'another', email: null }],
    });
    const page = await roundTrip(newAttempt(project), { email });
    expectKnownPage(page, 409, 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION');
    expect((await getUser(project, id)).oauth_providers).toHaveLength(1);
  });

  it('is refused with raise_error, whatever is verified', async () => {
    const own = await newOAuthProject({ oauth_account_merge_strategy: 'raise_error' });
    const email = newEmail();
    await own.newUser({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    const page = await roundTrip(newAttempt(own), { email });
    expectKnownPage(page, 409, 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', inUse(email, false));
  });

  it('gets a second user with allow_duplicates, whose address does not sign in', async () => {
    const own = await newOAuthProject({ oauth_account_merge_strategy: 'allow_duplicates' });
    const email = newEmail();
    const first = await own.signUp(email);
    const signedIn = await signInWith(own, { email });
    expect(signedIn.is_new_user).toBe(true);
    expect(userIdOf(signedIn)).not.toBe(first.id);
    expect(await channelsOf(own, userIdOf(signedIn))).toMatchObject([
      { value: email, is_primary: true, is_verified: true, used_for_auth: false },
    ]);
    ok(await own.client.post('/auth/password/sign-in', { email, password: PASSWORD }));
  });
});

describe('linking an account', () => {
  const link = (user: { access_token: string }, email: string, provider = 'github') =>
    roundTrip(newAttempt(project, { type: 'link', token: user.access_token }, provider), { email });
  const linksOf = async (user: { access_token: string }) =>
    (
      ok(await project.as('client', user).get('/oauth-providers', { query: { user_id: 'me' } })) as {
        items: object[];
      }
    ).items;

  it('adds it to the user of the token, who gets a new session', async () => {
    const user = await project.signUp();
    const email = newEmail();
    const signedIn = await signInWith(project, { email, type: 'link', token: user.access_token });
    expect(signedIn.is_new_user).toBe(false);
    expect(userIdOf(signedIn)).toBe(user.id);
    expect(await linksOf(user)).toEqual([
      {
        id: expect.any(String) as string,
        user_id: user.id,
        provider_config_id: 'github',
        type: 'github',
        email,
        allow_sign_in: true,
        allow_connected_accounts: true,
      },
    ]);
    expect(await channelsOf(project, user.id)).toHaveLength(1);
    codeOf(await link(user, email));
    expect(await linksOf(user)).toHaveLength(1);
  });

  it('refuses an account of somebody else and a second one of the same provider', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signInWith(project, { email });
    const user = await project.signUp();
    const taken = await link(user, email);
    expectKnownPage(taken, 409, 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER');
    codeOf(await link(user, other));
    const second = await link(user, newEmail());
    expectKnownPage(second, 409, 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION');
    codeOf(await link(user, newEmail(), 'google'));
    expect(await linksOf(user)).toHaveLength(2);
  });

  it('keeps an account that may not sign in as it is, with fresh tokens', async () => {
    const user = await project.signUp();
    const account_id = newEmail();
    const added = { provider_config_id: 'github', account_id, allow_sign_in: false };
    ok(
      await project.server.post('/oauth-providers', {
        user_id: user.id,
        ...added,
        allow_connected_accounts: true,
      }),
      201,
    );
    codeOf(await link(user, account_id));
    expect(await linksOf(user)).toMatchObject([{ allow_sign_in: false }]);
  });

  it('ends when the user is gone', async () => {
    const user = await project.signUp();
    const attempt = newAttempt(project, { type: 'link', token: user.access_token });
    ok(await project.server.delete(`/users/${user.id}`));
    expectKnownPage(await roundTrip(attempt, { email: newEmail() }), 404, 'USER_NOT_FOUND');
  });
});

describe('the second factor', () => {
  it('is asked for when the code is exchanged', async () => {
    const email = newEmail();
    const first = await signInWith(project, { email });
    const secret = Buffer.alloc(20, 7).toString('base64');
    ok(await project.server.patch(`/users/${userIdOf(first)}`, { totp_secret_base64: secret }));
    const attempt = newAttempt(project);
    const code = codeOf(await roundTrip(attempt, { email }));
    const answer = await exchange(project, { code, code_verifier: attempt.verifier });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      details: { attempt_code: expect.any(String) as string },
    });
  });
});

describe('every provider', () => {
  it('has a button that works without keys', async () => {
    const all = 'google github microsoft spotify facebook discord gitlab bitbucket linkedin apple x twitch';
    const own = await newProject({
      oauth_providers: all.split(' ').map((id) => ({ id, type: 'shared' })),
    });
    expect(providers.length).toBeLessThan(12);
    for (const provider of all.split(' ')) {
      const signedIn = await signInWith(own, { email: newEmail(), provider });
      expect(signedIn.is_new_user, provider).toBe(true);
    }
  });
});
