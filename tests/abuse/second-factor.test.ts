import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, type Answer } from '../src/client.ts';
import { newEmail, newProject, overrideConfig, PASSWORD, type Project } from '../src/project.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';
import { enrol } from '../src/totp.ts';
import { tally } from './tally.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true, passkey_enabled: true });
});

const signIn = (email: string, password = PASSWORD) =>
  project.client.post('/auth/password/sign-in', { email, password });
const attempt = async (email: string, password = PASSWORD) =>
  (await signIn(email, password)).body.details.attempt_code as string;
const finish = (code: string, totp: string) =>
  project.client.post('/auth/mfa/sign-in', { type: 'totp', totp, code });
const recover = (code: string, recovery_code: string) =>
  project.client.post('/auth/mfa/sign-in', { type: 'recovery-code', recovery_code, code });
const newUser = async () => {
  const user = await project.signUp();
  return { user, app: await enrol(project, user.id), client: project.as('client', user) };
};
const times = (count: number, request: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)));
const asksForFactor = (answer: Answer) =>
  expectKnown(answer, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
    attempt_code: expect.any(String) as unknown,
  });

describe('a time-based code', () => {
  it('twice in its step is refused, in a row and across two sign-ins', async () => {
    const { user, app } = await newUser();
    const [first, second] = [await attempt(user.email), await attempt(user.email)];
    const totp = await app.code();
    ok(await finish(first, totp));
    expectKnown(await finish(second, totp), 400, 'INVALID_TOTP_CODE');
    expectKnown(await finish(first, totp), 409, 'VERIFICATION_CODE_ALREADY_USED');
    ok(await finish(second, await app.nextCode()));
  }, 60_000);

  it('in 50 parallel requests of one sign-in, and of 20 sign-ins, is accepted once', async () => {
    const one = await newUser();
    const code = await attempt(one.user.email);
    const totp = await one.app.code();
    expect(tally(await times(50, () => finish(code, totp)))['200']).toBe(1);
    const many = await newUser();
    const attempts = await Promise.all(Array.from({ length: 20 }, () => attempt(many.user.email)));
    const own = await many.app.code();
    const counts = tally(await times(20, (index) => finish(attempts[index]!, own)));
    expect(counts).toEqual({ '200': 1, '400 INVALID_TOTP_CODE': 19 });
  }, 60_000);

  it('guessed in 200 parallel requests over ten sign-ins is judged 60 times at most', async () => {
    const { user, app } = await newUser();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => attempt(user.email)));
    const wrong = app.wrongCode();
    const answers = await times(200, (index) => finish(attempts[index % 10]!, wrong));
    const counts = tally(answers);
    expect(counts['400 INVALID_TOTP_CODE']).toBe(60);
    expect(counts['429']).toBe(140);
    const late = await finish(await attempt(user.email), await app.code());
    expectText(late, 429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  }, 60_000);
});

describe('a user with a second factor', () => {
  it('gets no tokens without it by password, code, link or passkey', async () => {
    const email = newEmail();
    const { link } = await newSignInCodes(project.client, email);
    const user = ok(await project.client.post('/auth/otp/sign-in', { code: link }));
    const client = project.as('client', user as { access_token: string });
    ok(await client.post('/auth/password/set', { password: PASSWORD }));
    const passkey = createAuthenticator();
    const origin = 'http://localhost:3000';
    const begun = ok(await client.post('/auth/passkey/initiate-passkey-registration'));
    const credential = passkey.register({ challenge: begun.options_json.challenge as string, origin });
    ok(await client.post('/auth/passkey/register', { credential, code: begun.code }));
    await enrol(project, user.user_id as string);

    asksForFactor(await signIn(email));
    const { typed } = await newSignInCodes(project.client, email);
    asksForFactor(await project.client.post('/auth/otp/sign-in', { code: typed }));
    const second = await newSignInCodes(project.client, email);
    asksForFactor(await project.client.post('/auth/otp/sign-in', { code: second.link }));
    const start = ok(await project.client.post('/auth/passkey/initiate-passkey-authentication'));
    const answer = passkey.authenticate({ challenge: start.options_json.challenge as string, origin });
    asksForFactor(await project.client.post('/auth/passkey/sign-in', { credential: answer, code: start.code }));
  }); // prettier-ignore

  it('gets none by a reset either, which ends every session', async () => {
    const { user, app } = await newUser();
    const code = await newResetCode(project.client, user.email);
    const reset = ok(await project.client.post('/auth/password/reset', { code, password: 'a new password' }));
    expect(reset).toEqual({ success: true });
    const headers = { 'x-stack-refresh-token': user.refresh_token };
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    asksForFactor(await signIn(user.email, 'a new password'));
    ok(await finish(await attempt(user.email, 'a new password'), await app.code()));
  });

  it('whose first factor was the old password does not get in after a reset', async () => {
    const { user, app } = await newUser();
    const stolen = await attempt(user.email);
    const code = await newResetCode(project.client, user.email);
    ok(await project.client.post('/auth/password/reset', { code, password: 'a new password' }));
    expectKnown(await finish(stolen, await app.code()), 400, 'VERIFICATION_CODE_EXPIRED');
  });

  it('gets tokens without it only where the contract says so: a living session, its CLI, and the server', async () => {
    const { user } = await newUser();
    const headers = { 'x-stack-refresh-token': user.refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    const { login_code, polling_code } = ok(await project.client.post('/auth/cli'));
    ok(await project.client.post('/auth/cli/complete', { login_code, refresh_token: user.refresh_token }));
    ok(await project.client.post('/auth/cli/poll', { polling_code }), 201);
    ok(await project.server.post('/auth/sessions', { user_id: user.id }));
    expect((await project.client.post('/auth/sessions', { user_id: user.id })).status).toBe(401);
  });
});

describe('a recovery code', () => {
  it('works once, of 20 parallel sign-ins one, and not after new ones were made', async () => {
    const { user, client } = await newUser();
    const create = async () =>
      ok(await client.post('/auth/mfa/recovery-codes')).recovery_codes as string[];
    const [first = '', second = '', third = ''] = await create();
    ok(await recover(await attempt(user.email), first));
    expectKnown(await recover(await attempt(user.email), first), 400, 'INVALID_TOTP_CODE');
    const attempts = await Promise.all(Array.from({ length: 20 }, () => attempt(user.email)));
    const counts = tally(await times(20, (index) => recover(attempts[index]!, second)));
    expect(counts).toEqual({ '200': 1, '400 INVALID_TOTP_CODE': 19 });
    const [fresh = ''] = await create();
    expectKnown(await recover(await attempt(user.email), third), 400, 'INVALID_TOTP_CODE');
    ok(await recover(await attempt(user.email), fresh));
  }, 60_000); // prettier-ignore
});

describe('changing how one signs in', () => {
  it('needs a sign-in of the last ten minutes where the project asks for it; a fresh one may', async () => {
    const strict = await newProject({ passkey_enabled: true });
    await overrideConfig(strict, { 'auth.stepUp.required': true });
    const user = await strict.signUp();
    const session = ok(await strict.server.post('/auth/sessions', { user_id: user.id, is_impersonation: true }));
    const borrowed = strict.as('client', session as { access_token: string });
    expectText(await borrowed.patch('/users/me', { totp_secret_base64: 'QUJDREVGR0hJSg==' }), 403);
    expectText(await borrowed.patch('/users/me', { totp_secret_base64: null }), 403);
    expectText(await borrowed.post('/auth/passkey/initiate-passkey-registration'), 403);
    expectText(await borrowed.post('/auth/mfa/recovery-codes'), 403);
    ok(await borrowed.patch('/users/me', { display_name: 'Mira' }));
    ok(await strict.as('client', user).patch('/users/me', { totp_secret_base64: 'QUJDREVGR0hJSg==' }));
  }); // prettier-ignore

  it('needs none where the project does not, as the contract has it', async () => {
    const client = project.as('client', await project.signUp());
    ok(await client.patch('/users/me', { totp_secret_base64: 'QUJDREVGR0hJSg==' }));
    ok(await client.patch('/users/me', { totp_secret_base64: null }));
  });
});
