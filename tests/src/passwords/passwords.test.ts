import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { refreshSession } from '../refresh.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const signUp = (fields: object, one = project) =>
  one.client.post('/auth/password/sign-up', { email: newEmail(), password: PASSWORD, ...fields });
const signIn = (email: string, password: string, one = project) =>
  one.client.post('/auth/password/sign-in', { email, password });
const refresh = (refresh_token: string) => refreshSession(project.client, refresh_token);
const ANSWER_KEYS = ['access_token', 'is_new_user', 'refresh_token', 'user_id'];
const TOO_SHORT = { min_length: 8 };
const TOO_LONG = { maxLength: 70 };

describe('POST /auth/password/sign-up', () => {
  it('answers tokens of a new user', async () => {
    const answer = ok(await signUp({}));
    expect(Object.keys(answer as object).sort()).toEqual(ANSWER_KEYS);
    expect(answer.is_new_user).toBe(true);
    expect(answer.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    const user = ok(await project.server.get(`/users/${answer.user_id as string}`));
    expect(user).toMatchObject({
      has_password: true,
      primary_email_verified: false,
      primary_email_auth_enabled: true,
    });
  });

  it('works for every access type; a signed-in regular user gets a second account', async () => {
    const body = () => ({ email: newEmail(), password: PASSWORD });
    for (const caller of [project.server, project.admin])
      ok(await caller.post('/auth/password/sign-up', body()));
    const user = await project.signUp();
    const second = ok(await project.as('client', user).post('/auth/password/sign-up', body()));
    expect(second.user_id).not.toBe(user.id);
  });

  it('a taken address is USER_EMAIL_ALREADY_EXISTS, in any spelling', async () => {
    const { email } = await project.signUp();
    expectKnown(await signUp({ email: email.toUpperCase() }), 409, 'USER_EMAIL_ALREADY_EXISTS', {
      email,
      would_work_if_email_was_verified: false,
    });
  });

  it('the password has 8 to 70 characters and at most 71 bytes', async () => {
    for (const password of ['', '1234567'])
      expectKnown(await signUp({ password }), 400, 'PASSWORD_TOO_SHORT', TOO_SHORT);
    for (const password of ['x'.repeat(71), 'ü'.repeat(60), '😀'.repeat(30)])
      expectKnown(await signUp({ password }), 400, 'PASSWORD_TOO_LONG', TOO_LONG);
    ok(await signUp({ password: '12345678' }));
    ok(await signUp({ password: 'x'.repeat(70) }));
  });

  it('checks the flag, the callback, the sign-up switch, the password, the address, in this order', async () => {
    const [noPasswords, closed] = await Promise.all([
      newProject({ credential_enabled: false, sign_up_enabled: false }),
      newProject({ sign_up_enabled: false }),
    ]);
    const bad = { password: 'short', verification_callback_url: 'https://evil.example/' };
    expectKnown(await signUp(bad, noPasswords), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
    expectKnown(await signUp(bad, closed), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    expectKnown(await signUp({ password: 'short' }, closed), 400, 'SIGN_UP_NOT_ENABLED');
    const { email } = await project.signUp();
    expectKnown(await signUp({ email, password: 'short' }), 400, 'PASSWORD_TOO_SHORT', TOO_SHORT);
  });

  it('refuses what is no address, no URL or not known', async () => {
    const answer = await signUp({ email: 'x', password: 5, verification_callback_url: 'no url', extra: 1 });
    const callback = 'body.verification_callback_url';
    expectSchemaError(answer, 'body.email', callback, callback, /^body .*extra$/);
    expectSchemaError(await project.client.post('/auth/password/sign-up', {}), 'body.email', 'body.password');
  });
});

describe('POST /auth/password/sign-in', () => {
  it('answers tokens of the same user, in any spelling of the address', async () => {
    const user = await project.signUp(`Mixed.${newEmail()}`);
    for (const email of [user.email, user.email.toUpperCase()]) {
      const answer = ok(await signIn(email, PASSWORD));
      expect(Object.keys(answer as object).sort()).toEqual(ANSWER_KEYS);
      expect(answer).toMatchObject({ is_new_user: false, user_id: user.id });
    }
  });

  it('wrong password, unknown address and no password are one answer', async () => {
    const user = await project.signUp();
    const without = newEmail();
    await project.newUser({ primary_email: without, primary_email_auth_enabled: true });
    const answers = await Promise.all([
      signIn(user.email, 'wrong password'),
      signIn(newEmail(), PASSWORD),
      signIn(without, PASSWORD),
    ]);
    for (const answer of answers) expectKnown(answer, 400, 'EMAIL_PASSWORD_MISMATCH');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('a password differs in case, space and Unicode form', async () => {
    const password = 'Pa ss-wörd ';
    const email = newEmail();
    ok(await signUp({ email, password }));
    for (const wrong of ['pa ss-wörd ', 'Pa ss-wörd', `${password}x`])
      expectKnown(await signIn(email, wrong), 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await signIn(email, password));
  });

  it('another project does not know the account', async () => {
    const other = await newProject();
    const user = await project.signUp();
    expectKnown(await signIn(user.email, PASSWORD, other), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('the switched-off password answers PASSWORD_AUTHENTICATION_NOT_ENABLED', async () => {
    const own = await newProject();
    const user = await own.signUp();
    ok(await own.admin.patch('/internal/projects/current', { config: { credential_enabled: false } }));
    expectKnown(await signIn(user.email, PASSWORD, own), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });

  it('a password over 70 characters is SCHEMA_ERROR here', async () => {
    expectSchemaError(await signIn(newEmail(), 'x'.repeat(71)), 'body.password');
    expectSchemaError(await signIn('no address', PASSWORD), 'body.email');
  });

  it('a user with a second factor gets MULTI_FACTOR_AUTHENTICATION_REQUIRED and no tokens', async () => {
    const user = await project.signUp();
    ok(await project.server.patch(`/users/${user.id}`, { totp_secret_base64: 'QUJDREVGR0hJSg==' }));
    expectKnown(await signIn(user.email, PASSWORD), 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/) as string,
    });
    expectKnown(await signIn(user.email, 'wrong password'), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('too many tries on one account are 429 with retry-after', async () => {
    const user = await project.signUp();
    let last = await signIn(user.email, 'wrong password');
    for (let tries = 0; last.status === 400 && tries < 12; tries++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => signIn(user.email, 'wrong password')),
      );
      last = answers.find(({ status }) => status === 429) ?? answers[0]!;
    }
    expectText(last, 429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /auth/password/update', () => {
  const update = (caller = project.client, fields: object = {}, refresh_token?: string) =>
    caller.post(
      '/auth/password/update',
      { old_password: PASSWORD, new_password: 'another password', ...fields },
      { headers: { 'x-stack-refresh-token': refresh_token } },
    );

  it('replaces the password and ends the other sessions', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    expect(ok(await update(project.as('client', user), {}, user.refresh_token))).toEqual({ success: true });
    ok(await refresh(user.refresh_token));
    expectKnown(await refresh(second.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    ok(await signIn(user.email, 'another password'));
    expectKnown(await signIn(user.email, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('keeps the session that the refresh header names, also when it is not the one of the access token', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    ok(await update(project.as('client', user), {}, second.refresh_token));
    ok(await refresh(second.refresh_token));
    expectKnown(await refresh(user.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });

  it('without the refresh header keeps the session of the access token', async () => {
    const user = await project.signUp();
    ok(await update(project.as('client', user)));
    ok(await refresh(user.refresh_token));
  });

  it('checks the user, the flag, the new password, the presence and the old password', async () => {
    expectSchemaError(await update(), 'auth.user');
    expectSchemaError(await update(project.server), 'auth.user');
    const user = await project.signUp();
    const client = project.as('client', user);
    const wrong = { old_password: 'wrong password' };
    expectKnown(
      await update(client, { ...wrong, new_password: 'short' }),
      400,
      'PASSWORD_TOO_SHORT',
      TOO_SHORT,
    );
    expectKnown(
      await update(client, { ...wrong, new_password: 'x'.repeat(71) }),
      400,
      'PASSWORD_TOO_LONG',
      TOO_LONG,
    );
    expectKnown(await update(client, wrong), 400, 'PASSWORD_CONFIRMATION_MISMATCH');
    expectSchemaError(await update(client, { old_password: 'x'.repeat(71) }), 'body.old_password');
    const bare = await project.newSession(await project.newUser());
    expectKnown(await update(project.as('client', bare)), 400, 'USER_DOES_NOT_HAVE_PASSWORD');
    const own = await newProject();
    const someone = await own.signUp();
    ok(await own.admin.patch('/internal/projects/current', { config: { credential_enabled: false } }));
    expectKnown(
      await update(own.as('client', someone), { new_password: 'x' }),
      400,
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    );
  });
});

describe('POST /auth/password/set', () => {
  it('gives a first password and keeps the sessions; a second is a text 400', async () => {
    const email = newEmail();
    const tokens = await project.newSession(
      await project.newUser({ primary_email: email, primary_email_auth_enabled: true }),
    );
    const client = project.as('client', tokens);
    expectKnown(
      await client.post('/auth/password/set', { password: 'short' }),
      400,
      'PASSWORD_TOO_SHORT',
      TOO_SHORT,
    );
    expectKnown(
      await client.post('/auth/password/set', { password: 'x'.repeat(71) }),
      400,
      'PASSWORD_TOO_LONG',
      TOO_LONG,
    );
    expect(ok(await client.post('/auth/password/set', { password: PASSWORD }))).toEqual({ success: true });
    ok(await refresh(tokens.refresh_token));
    ok(await signIn(email, PASSWORD));
    expectText(await client.post('/auth/password/set', { password: PASSWORD }), 400);
  });

  it('needs a user', async () => {
    expectSchemaError(await project.client.post('/auth/password/set', { password: PASSWORD }), 'auth.user');
  });
});
