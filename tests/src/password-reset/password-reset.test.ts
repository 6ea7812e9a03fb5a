import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, ok } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { newResetCode, newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const CALLBACK = 'http://localhost:3000/handler/password-reset';
const send = (email: string, callback_url = CALLBACK, one = project) =>
  one.client.post('/auth/password/send-reset-code', { email, callback_url });
const reset = (code: string, password = 'a new password') =>
  project.client.post('/auth/password/reset', { code, password });
const check = (code: string) => project.client.post('/auth/password/reset/check-code', { code });
const signIn = (email: string, password: string) =>
  project.client.post('/auth/password/sign-in', { email, password });

describe('POST /auth/password/send-reset-code', () => {
  it('answers the same text for a known and an unknown address', async () => {
    const { email } = await project.signUp();
    const [known, unknown] = await Promise.all([send(email), send(newEmail())]);
    expect(ok(known)).toEqual({ success: expect.any(String) as unknown });
    expect(unknown.text).toBe(known.text);
  });

  it('has delivered the mail when it answers', async () => {
    const { email } = await project.signUp(`Mixed.${newEmail()}`);
    ok(await send(email.toUpperCase()));
    const mails = await mailTo(email.toUpperCase());
    expect(mails[0]!.subject).toContain('Reset your password at');
    expect(mails[0]!.text).toMatch(/http:\/\/localhost:3000\/handler\/password-reset\?code=[0-9a-z]{45}\s/);
  });

  it('refuses an untrusted callback for every address alike, and where passwords are off', async () => {
    const { email } = await project.signUp();
    for (const address of [email, newEmail()])
      expectKnown(await send(address, 'https://evil.example/'), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    const off = await newProject({ credential_enabled: false });
    expectKnown(await send(email, CALLBACK, off), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
    const callback = 'body.callback_url';
    expectSchemaError(await send('no address', 'no url'), 'body.email', callback, callback);
  });
});

describe('POST /auth/password/reset', () => {
  it('replaces the password and ends every session', async () => {
    const user = await project.signUp();
    const code = await newResetCode(project.client, user.email);
    expect(ok(await check(code))).toEqual({ is_code_valid: true });
    expect(ok(await reset(code))).toEqual({ success: true });
    const headers = { 'x-stack-refresh-token': user.refresh_token };
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const mine = await project.as('client', user).get('/users/me');
    expectKnown(mine, 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: expect.any(Number) as unknown });
    expectKnown(await signIn(user.email, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await signIn(user.email, 'a new password'));
    for (const again of [await check(code), await reset(code)])
      expectKnown(again, 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('judges the password before it uses the code up', async () => {
    const { email } = await project.signUp();
    const code = await newResetCode(project.client, email);
    expectKnown(await reset(code, 'short'), 400, 'PASSWORD_TOO_SHORT', { min_length: 8 });
    expectKnown(await reset(code, 'x'.repeat(71)), 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
    ok(await reset(code));
  });

  it('gives a passwordless user a password', async () => {
    const email = newEmail();
    const { typed } = await newSignInCodes(project.client, email);
    const { user_id } = ok(await project.client.post('/auth/otp/sign-in', { code: typed }));
    ok(await reset(await newResetCode(project.client, email)));
    expect(ok(await signIn(email, 'a new password')).user_id).toBe(user_id);
  });

  it('finds the account in any spelling', async () => {
    const email = `Mixed.${newEmail()}`;
    const user = await project.signUp(email);
    ok(await reset(await newResetCode(project.client, email.toLowerCase())));
    ok(await signIn(email.toUpperCase(), 'a new password'));
    const other = await project.signUp();
    ok(await reset(await newResetCode(project.client, other.email.toUpperCase())));
    expect(ok(await signIn(user.email, 'a new password')).user_id).toBe(user.id);
  });

  it('does not know the code of a deleted user', async () => {
    const { id, email } = await project.signUp();
    const code = await newResetCode(project.client, email);
    ok(await project.server.delete(`/users/${id}`));
    for (const answer of [await check(code), await reset(code)])
      expectKnown(answer, 404, 'VERIFICATION_CODE_NOT_FOUND');
  });
});
