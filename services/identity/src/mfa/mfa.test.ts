import { sql } from '@portico/platform/db/sql';
import { newSecret } from '@portico/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { totpOf, totpStep } from './totp.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('mfa');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());
/** Each test has a time step of its own. */
beforeEach(() => identity.clock.advance(30_000));

const SECRET = Buffer.from('12345678901234567890');
const PASSWORD = 'correct horse battery';
const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const totp = (steps = 0) => totpOf(SECRET, totpStep(identity.clock.now()) + steps);
const wrong = () => String((Number(totp()) + 1) % 1_000_000).padStart(6, '0');

const newUser = async () => {
  const email = `mfa-${(count += 1)}@example.com`;
  const { user_id } = await identity.passwords.signUpWithPassword(
    { email, password: PASSWORD },
    project.client(),
  );
  await project.updateUser(user_id, { totp_secret_base64: SECRET.toString('base64') });
  return { email, user_id };
};
const attempt = async (email: string): Promise<string> => {
  const signIn = identity.passwords.signInWithPassword({ email, password: PASSWORD }, project.client());
  return signIn.then(() => Promise.reject(new Error('no factor asked')), (error) => error.details.attempt_code); // prettier-ignore
};
const finish = (attempt_code: string, code = totp(), call = project.client()) =>
  identity.mfa.signInWithMfa({ attempt_code, totp: code }, call);
const recover = (attempt_code: string, recovery_code: string) =>
  identity.mfa.signInWithMfa({ attempt_code, recovery_code }, project.client());
const newRecoveryCodes = async (user_id: string) =>
  (await identity.mfa.createRecoveryCodes({}, project.client(user_id))).recovery_codes;

describe('the time-based code', () => {
  it('is that of RFC 6238', () => {
    const vectors: [number, string][] = [
      [59, '287082'], [1_111_111_109, '081804'], [1_111_111_111, '050471'],
      [1_234_567_890, '005924'], [2_000_000_000, '279037'], [20_000_000_000, '353130'],
    ]; // prettier-ignore
    for (const [seconds, code] of vectors) expect(totpOf(SECRET, totpStep(seconds * 1000))).toBe(code);
  });

  it('finishes the sign-in as its first factor began it', async () => {
    const { email, user_id } = await newUser();
    const result = await finish(await attempt(email));
    expect(result).toEqual({
      access_token: expect.any(String), refresh_token: expect.any(String), is_new_user: false, user_id,
    }); // prettier-ignore
    await identity.sessions.refreshSession({ refresh_token: result.refresh_token }, project.client());
  });

  it('counts in its own step only, and not in another length or form', async () => {
    const { email } = await newUser();
    const code = await attempt(email);
    for (const bad of [totp(-1), totp(1), wrong(), `0${totp()}`, totp().slice(1), ` ${totp()}`, '']) {
      await expect(finish(code, bad)).rejects.toEqual(known('INVALID_TOTP_CODE'));
    }
    await finish(code);
  });

  it('is accepted once per user, also across sign-ins and in parallel', async () => {
    const { email } = await newUser();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => attempt(email)));
    const results = await Promise.allSettled(attempts.map((code) => finish(code)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toEqual(known('INVALID_TOTP_CODE'));
    await expect(finish(await attempt(email))).rejects.toEqual(known('INVALID_TOTP_CODE'));
    identity.clock.advance(30_000);
    await finish(await attempt(email));
  });

  it('uses up the attempt, once in fifty', async () => {
    const { email } = await newUser();
    const code = await attempt(email);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => finish(code)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    await expect(finish(code)).rejects.toEqual(
      expect.objectContaining({ code: expect.stringMatching(/ALREADY_USED/) }),
    );
  });

  it('may be tried 20 times an attempt', async () => {
    const { email } = await newUser();
    const code = await attempt(email);
    for (let tries = 0; tries < 20; tries++)
      await expect(finish(code, wrong())).rejects.toEqual(known('INVALID_TOTP_CODE'));
    await expect(finish(code)).rejects.toEqual(known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'));
  });

  it('may be tried 60 times an hour for one user, over all attempts and in parallel; a recovery code still works', async () => {
    const { email, user_id } = await newUser();
    const [recovery_code] = await newRecoveryCodes(user_id);
    const attempts = await Promise.all(Array.from({ length: 5 }, () => attempt(email)));
    const all = attempts.flatMap((code) => Array.from({ length: 20 }, () => finish(code, wrong())));
    const results = await Promise.allSettled(all);
    const reasons = results.map((one) =>
      one.status === 'rejected' ? (one.reason.code ?? one.reason.status) : 200,
    );
    expect(reasons.filter((one) => one === 'INVALID_TOTP_CODE')).toHaveLength(60);
    expect(reasons.filter((one) => one === 429)).toHaveLength(40);
    const fresh = await attempt(email);
    await expect(finish(fresh)).rejects.toEqual(status(429));
    await recover(fresh, recovery_code!);
    identity.clock.advance(3_600_000);
    await finish(await attempt(email));
  });

  it('gives back the try of a right code', async () => {
    const { email, user_id } = await newUser();
    for (let round = 0; round < 3; round++) {
      await finish(await attempt(email));
      identity.clock.advance(30_000);
    }
    const [row] = await sql(identity.db).query<{ tries: number }>(
      'select tries from factor_tries where user_id = $1',
      [user_id],
    );
    expect(row?.tries).toBe(0);
  });
});

describe('an attempt', () => {
  it('lasts five minutes', async () => {
    const { email } = await newUser();
    const code = await attempt(email);
    identity.clock.advance(5 * 60_000);
    await expect(finish(code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
  });

  it('is unknown when the user or the factor is gone, in another project, and when it is made up', async () => {
    const unknown = known('VERIFICATION_CODE_NOT_FOUND');
    const [deleted, disabled, foreign] = [await newUser(), await newUser(), await newUser()];
    const codes = await Promise.all([deleted, disabled, foreign].map(({ email }) => attempt(email)));
    await identity.users.deleteUser({ user_id: deleted.user_id }, project.server);
    await project.updateUser(disabled.user_id, { totp_secret_base64: null });
    const other = await identity.newProject();
    await expect(finish(codes[0]!)).rejects.toEqual(unknown);
    await expect(finish(codes[1]!)).rejects.toEqual(unknown);
    await expect(finish(codes[2]!, totp(), other.client())).rejects.toEqual(unknown);
    await expect(finish(newSecret())).rejects.toEqual(unknown);
    await expect(identity.otp.signInWithOtp({ code: codes[2]! }, project.client())).rejects.toEqual(unknown);
  });

  it('ends with a change of the password', async () => {
    const { email, user_id } = await newUser();
    const code = await attempt(email);
    const session = await finish(await attempt(email));
    identity.clock.advance(30_000);
    await identity.passwords.updatePassword(
      { old_password: PASSWORD, new_password: 'another password', refresh_token: session.refresh_token },
      project.client(user_id),
    );
    await expect(finish(code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
  });
});

describe('recovery codes', () => {
  it('are ten of 125 bits, hashed in the database', async () => {
    const { user_id } = await newUser();
    const codes = await newRecoveryCodes(user_id);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/);
    const rows = await sql(identity.db).query('select * from recovery_codes where user_id = $1', [user_id]);
    const dump = JSON.stringify(rows);
    for (const code of codes) {
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(code.replaceAll('-', ''));
    }
    expect(await identity.mfa.countRecoveryCodes({}, project.client(user_id))).toEqual({ unused: 10 });
  });

  it('each sign in once, in any case and spacing, and one of fifty at once', async () => {
    const { email, user_id } = await newUser();
    const [first = '', second = ''] = await newRecoveryCodes(user_id);
    expect(await recover(await attempt(email), ` ${first.toUpperCase().replaceAll('-', ' ')} `)).toMatchObject({ user_id }); // prettier-ignore
    await expect(recover(await attempt(email), first)).rejects.toEqual(known('INVALID_TOTP_CODE'));
    const attempts = await Promise.all(Array.from({ length: 50 }, () => attempt(email)));
    const results = await Promise.allSettled(attempts.map((code) => recover(code, second)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await identity.mfa.countRecoveryCodes({}, project.client(user_id))).toEqual({ unused: 8 });
  });

  it('end with a new set, with another secret and with the factor', async () => {
    const { email, user_id } = await newUser();
    const refused = async (code = '') =>
      expect(recover(await attempt(email), code)).rejects.toEqual(known('INVALID_TOTP_CODE'));
    const [old] = await newRecoveryCodes(user_id);
    const [fresh] = await newRecoveryCodes(user_id);
    await refused(old);
    await project.updateUser(user_id, { totp_secret_base64: Buffer.from('another').toString('base64') });
    await refused(fresh);
    await newRecoveryCodes(user_id);
    await project.updateUser(user_id, { totp_secret_base64: null });
    expect(await identity.mfa.countRecoveryCodes({}, project.client(user_id))).toEqual({ unused: 0 });
  });

  it("are one user's", async () => {
    const [mine, other] = [await newUser(), await newUser()];
    const [code] = await newRecoveryCodes(other.user_id);
    await expect(recover(await attempt(mine.email), code!)).rejects.toEqual(known('INVALID_TOTP_CODE'));
    await recover(await attempt(other.email), code!);
  });

  it('need a current user with the factor on', async () => {
    const create = (call = project.client()) => identity.mfa.createRecoveryCodes({}, call);
    await expect(create()).rejects.toEqual(known('USER_AUTHENTICATION_REQUIRED'));
    const { id } = await project.createUser();
    await expect(create(project.client(id))).rejects.toEqual(status(400));
  });
});
