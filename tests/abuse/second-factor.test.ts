import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, type Answer } from '../src/client.ts';
import { newProject, PASSWORD, type Project } from '../src/project.ts';
import { newResetCode } from '../src/sign-in-mail.ts';
import { enrol } from '../src/totp.ts';
import { expectDenied } from './denied.ts';
import { fromElsewhere } from './from-elsewhere.ts';
import { inParallel } from './in-parallel.ts';
import { tally } from './tally.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const signIn = (email: string, password = PASSWORD) =>
  project.client.post('/auth/password/sign-in', { email, password });
const attempt = async (email: string, password = PASSWORD) =>
  (await signIn(email, password)).body.details.attempt_code as string;
/** One after the other, so that only what is tested is done at once. */
const attemptsOf = async (email: string, count: number) => {
  const codes: string[] = [];
  while (codes.length < count) codes.push(await attempt(email));
  return codes;
};
const finish = (code: string, totp: string) =>
  project.client.post('/auth/mfa/sign-in', { type: 'totp', totp, code }, { headers: fromElsewhere() });
const recover = (code: string, recovery_code: string) =>
  project.client.post('/auth/mfa/sign-in', { type: 'recovery-code', recovery_code, code });
const newUser = async () => {
  const user = await project.signUp();
  return { user, app: await enrol(project, user.id), client: project.as('client', user) };
};
const asksForFactor = (answer: Answer) =>
  expectKnown(answer, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
    attempt_code: expect.any(String) as unknown,
  });

describe('14 · a time-based code', () => {
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
    expect(tally(await inParallel(50, () => finish(code, totp)))['200']).toBe(1);
    const many = await newUser();
    const attempts = await attemptsOf(many.user.email, 20);
    const own = await many.app.code();
    const counts = tally(await inParallel(20, (index) => finish(attempts[index]!, own)));
    expect(counts).toEqual({ '200': 1, '400 INVALID_TOTP_CODE': 19 });
  }, 60_000);

  it('guessed in 200 parallel requests over ten sign-ins is judged 60 times at most', async () => {
    const { user, app } = await newUser();
    const attempts = await attemptsOf(user.email, 10);
    const wrong = app.wrongCode();
    const answers = await inParallel(200, (index) => finish(attempts[index % 10]!, wrong));
    const counts = tally(answers);
    expect(counts['400 INVALID_TOTP_CODE']).toBe(60);
    expect(counts['429']).toBe(140);
    const late = await finish(await attempt(user.email), await app.code());
    expectText(late, 429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  }, 60_000);
});

/** That a dump of the databases holds no recovery code, as none of any other secret, is shown in tests/src/secrets. */
describe('16 · a recovery code', () => {
  it('works once, of 20 parallel sign-ins one, and not after new ones were made', async () => {
    const { user, client } = await newUser();
    const create = async () =>
      ok(await client.post('/auth/mfa/recovery-codes')).recovery_codes as string[];
    const [first = '', second = '', third = ''] = await create();
    ok(await recover(await attempt(user.email), first));
    expectKnown(await recover(await attempt(user.email), first), 400, 'INVALID_TOTP_CODE');
    const attempts = await attemptsOf(user.email, 20);
    const counts = tally(await inParallel(20, (index) => recover(attempts[index]!, second)));
    expect(counts).toEqual({ '200': 1, '400 INVALID_TOTP_CODE': 19 });
    const [fresh = ''] = await create();
    expectKnown(await recover(await attempt(user.email), third), 400, 'INVALID_TOTP_CODE');
    ok(await recover(await attempt(user.email), fresh));
  }, 60_000); // prettier-ignore
});

describe('17 · a password reset of a user with a second factor', () => {
  it('gives no tokens and ends every session, its access tokens too; signing in asks for the factor', async () => {
    const { user, app } = await newUser();
    const others = [await project.newSession(user.id), await project.newSession(user.id)];
    const code = await newResetCode(project.client, user.email);
    const reset = ok(await project.client.post('/auth/password/reset', { code, password: 'a new password' }));
    expect(reset).toEqual({ success: true });
    for (const { access_token, refresh_token } of [user, ...others]) {
      const headers = { 'x-stack-refresh-token': refresh_token };
      const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
      expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
      await expectDenied(() => project.as('client', { access_token }).get('/users/me'));
    }
    asksForFactor(await signIn(user.email, 'a new password'));
    ok(await finish(await attempt(user.email, 'a new password'), await app.code()));
  });

  it('ends attempts whose first factor was the old password', async () => {
    const { user, app } = await newUser();
    const stolen = await attempt(user.email);
    const code = await newResetCode(project.client, user.email);
    ok(await project.client.post('/auth/password/reset', { code, password: 'a new password' }));
    expectKnown(await finish(stolen, await app.code()), 400, 'VERIFICATION_CODE_EXPIRED');
  });
});
