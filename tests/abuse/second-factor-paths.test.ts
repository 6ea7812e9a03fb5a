import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, ok, type Answer } from '../src/client.ts';
import { atProvider, codeOf, createBrowser, newAttempt } from '../src/oauth/browser.ts';
import { exchange, newOAuthProject, signInWith, userIdOf } from '../src/oauth/project-with-providers.ts';
import { newEmail, PASSWORD, type Project } from '../src/project.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';
import { enrol, newApp } from '../src/totp.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject({ magic_link_enabled: true, passkey_enabled: true });
});

const ORIGIN = 'http://localhost:3000';
const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };

/** No token is in the answer, but the attempt that the second factor finishes. */
const asksForFactor = (answer: Answer): string => {
  expectKnown(answer, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
    attempt_code: expect.stringMatching(/^[0-9a-z]{45}$/) as unknown,
  });
  return answer.body.details.attempt_code as string;
};
const finish = (code: string, totp: string) =>
  project.client.post('/auth/mfa/sign-in', { type: 'totp', totp, code });
const signIn = (email: string, password = PASSWORD) =>
  project.client.post('/auth/password/sign-in', { email, password });
const withCode = (code: string) => project.client.post('/auth/otp/sign-in', { code });

/** Verified by a link, with a password and the second factor on. */
const newUser = async () => {
  const email = newEmail();
  const { link } = await newSignInCodes(project.client, email);
  const session = ok(await withCode(link)) as {
    access_token: string;
    refresh_token: string;
    user_id: string;
  };
  const client = project.as('client', session);
  ok(await client.post('/auth/password/set', { password: PASSWORD }));
  return { email, client, ...session };
};
const newGhost = async () =>
  ok(await project.client.post('/auth/anonymous/sign-up')) as { access_token: string; user_id: string };

describe('15 · a user with a second factor gets no tokens without it', () => {
  it('by password, typed code or link', async () => {
    const user = await newUser();
    const app = await enrol(project, user.user_id);
    asksForFactor(await signIn(user.email));
    asksForFactor(await withCode((await newSignInCodes(project.client, user.email)).typed));
    const attempt = asksForFactor(await withCode((await newSignInCodes(project.client, user.email)).link));
    expect(ok(await finish(attempt, await app.code())).user_id).toBe(user.user_id);
  });

  it('by passkey', async () => {
    const user = await newUser();
    const passkey = createAuthenticator();
    const begun = ok(await user.client.post('/auth/passkey/initiate-passkey-registration'));
    const { challenge } = begun.options_json as { challenge: string };
    const credential = passkey.register({ challenge, origin: ORIGIN });
    ok(await user.client.post('/auth/passkey/register', { credential, code: begun.code }));
    await enrol(project, user.user_id);
    const start = ok(await project.client.post('/auth/passkey/initiate-passkey-authentication'));
    const asked = (start.options_json as { challenge: string }).challenge;
    const answer = passkey.authenticate({ challenge: asked, origin: ORIGIN });
    asksForFactor(
      await project.client.post('/auth/passkey/sign-in', { credential: answer, code: start.code }),
    );
  });

  it('by a provider, whose authorization code is spent by asking for the factor', async () => {
    const email = newEmail();
    const user_id = userIdOf(await signInWith(project, { email }));
    const app = await enrol(project, user_id);
    const attempt = newAttempt(project);
    const browser = createBrowser();
    const { location = '' } = await browser.open(attempt.address);
    const code = codeOf(await browser.open(await atProvider(browser, location, email)));
    const asked = asksForFactor(await exchange(project, { code, code_verifier: attempt.verifier }));
    const again = await exchange(project, { code, code_verifier: attempt.verifier });
    expectKnown(again, 400, 'INVALID_AUTHORIZATION_CODE');
    expectKnown(await finish(asked, app.wrongCode()), 400, 'INVALID_TOTP_CODE');
    expect(ok(await finish(asked, await app.code())).user_id).toBe(user_id);
  });

  it('by a provider that is joined to the account only now, nor by linking one', async () => {
    const user = await newUser();
    await enrol(project, user.user_id);
    const factorAtExchange = async (more: Record<string, string>, email: string, provider: string) => {
      const attempt = newAttempt(project, more, provider);
      const browser = createBrowser();
      const { location = '' } = await browser.open(attempt.address);
      const code = codeOf(await browser.open(await atProvider(browser, location, email)));
      asksForFactor(await exchange(project, { code, code_verifier: attempt.verifier }));
    };
    await factorAtExchange({}, user.email, 'github');
    await factorAtExchange({ type: 'link', token: user.access_token }, newEmail(), 'google');
  });

  it('by a password reset', async () => {
    const user = await newUser();
    await enrol(project, user.user_id);
    const code = await newResetCode(project.client, user.email);
    const reset = await project.client.post('/auth/password/reset', { code, password: 'a new password' });
    expect(ok(reset)).toEqual({ success: true });
    asksForFactor(await signIn(user.email, 'a new password'));
  });

  it('by becoming a regular user: an anonymous one who had set the factor is asked for it', async () => {
    const byPassword = await newGhost();
    await enrol(project, byPassword.user_id);
    const body = { email: newEmail(), password: PASSWORD };
    const caller = project.as('client', byPassword);
    asksForFactor(await caller.post('/auth/password/sign-up', body, ALLOWED));
    const byCode = await newGhost();
    await enrol(project, byCode.user_id);
    const { typed } = await newSignInCodes(project.client, newEmail());
    asksForFactor(await project.as('client', byCode).post('/auth/otp/sign-in', { code: typed }, ALLOWED));
    const byProvider = await newGhost();
    await enrol(project, byProvider.user_id);
    const attempt = newAttempt(project, { token: byProvider.access_token });
    const browser = createBrowser();
    const { location = '' } = await browser.open(attempt.address);
    const code = codeOf(await browser.open(await atProvider(browser, location, newEmail())));
    asksForFactor(await exchange(project, { code, code_verifier: attempt.verifier }));
  });

  it('by anything else that takes a secret: the attempt is no code, no refresh token and no access token', async () => {
    const user = await newUser();
    await enrol(project, user.user_id);
    const attempt = asksForFactor(await signIn(user.email));
    expectKnown(await withCode(attempt), 404, 'VERIFICATION_CODE_NOT_FOUND');
    const reset = { code: attempt, password: 'a new password' };
    expectKnown(await project.client.post('/auth/password/reset', reset), 404, 'VERIFICATION_CODE_NOT_FOUND');
    const headers = { 'x-stack-refresh-token': attempt };
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const { login_code } = ok(await project.client.post('/auth/cli'));
    const completed = await project.client.post('/auth/cli/complete', { login_code, refresh_token: attempt });
    expectKnown(completed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const mine = await project.as('client', { access_token: attempt }).get('/users/me');
    expectKnown(mine, 401, 'UNPARSABLE_ACCESS_TOKEN');
    const other = await newUser();
    const app = await enrol(project, other.user_id);
    // Nor does the factor of somebody else finish it.
    expectKnown(await finish(attempt, await app.code()), 400, 'INVALID_TOTP_CODE');
  });

  it('except where the wire says so: a living session refreshes and lets its CLI in, and a server opens what it likes', async () => {
    const user = await newUser();
    await enrol(project, user.user_id);
    const { refresh_token } = user;
    const headers = { 'x-stack-refresh-token': refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    const secret = { client_id: project.id, client_secret: project.keys.publishable_client_key };
    const json = { grant_type: 'refresh_token', refresh_token, ...secret };
    ok(await api('POST', '/auth/oauth/token', { json }));
    const { login_code, polling_code } = ok(await project.client.post('/auth/cli'));
    ok(await project.client.post('/auth/cli/complete', { login_code, refresh_token }));
    ok(await project.client.post('/auth/cli/poll', { polling_code }), 201);
    ok(await project.server.post('/auth/sessions', { user_id: user.user_id }));
    const byClient = await user.client.post('/auth/sessions', { user_id: user.user_id });
    expect(byClient.body.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it('by turning the factor off with the session of somebody else', async () => {
    const user = await newUser();
    await enrol(project, user.user_id);
    const stranger = await newUser();
    const { secret_base64: totp_secret_base64 } = newApp();
    for (const secret of [null, totp_secret_base64]) {
      const change = await stranger.client.patch(`/users/${user.user_id}`, { totp_secret_base64: secret });
      expect([401, 403, 404]).toContain(change.status);
    }
    asksForFactor(await signIn(user.email));
  });
});
