import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { codeOf, sentMails } from '../testing/sent-mail.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('password_reset');
  project = await identity.newProject({ magic_link_enabled: true });
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const CALLBACK = 'http://localhost:3000/reset';
const newEmail = () => `reset-${(count += 1)}@example.com`;
const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const send = (email: string, one = project, callback_url = CALLBACK) =>
  identity.passwords.sendPasswordReset({ email, callback_url }, one.client());
const check = (code: string, call = project.client()) =>
  identity.passwords.checkPasswordResetCode({ code }, call);
const reset = (code: string, password = 'a new password', call = project.client()) =>
  identity.passwords.resetPassword({ code, password }, call);
const signIn = (email: string, password: string) =>
  identity.passwords.signInWithPassword({ email, password }, project.client());
const signUp = (email: string, one = project) =>
  identity.passwords.signUpWithPassword({ email, password: 'the old password' }, one.client());

const newCode = async (email: string, one = project): Promise<string> => {
  await identity.events();
  await send(email, one);
  return codeOf((await sentMails(identity)).at(-1)!.variables.passwordResetLink);
};

describe('asking for a reset', () => {
  it('mails a link to the address as typed', async () => {
    const email = newEmail();
    const { user_id } = await signUp(email);
    await identity.events();
    expect(await send(email.toUpperCase())).toEqual({});
    const [mail] = await sentMails(identity);
    expect(mail).toMatchObject({ to: email.toUpperCase(), template_key: 'password_reset', user_id });
    expect(mail!.variables.passwordResetLink).toMatch(
      /^http:\/\/localhost:3000\/reset\?code=[0-9a-hjkmnp-tv-z]{45}$/,
    );
  });

  it('takes two to three seconds for a known and an unknown address, and sends no mail to the latter', async () => {
    const email = newEmail();
    await signUp(email);
    const took = async (address: string) => {
      const started = performance.now();
      await send(address);
      return performance.now() - started;
    };
    const times = await Promise.all([email, newEmail(), email, newEmail()].map(took));
    for (const time of times) {
      expect(time).toBeGreaterThan(1_990);
      expect(time).toBeLessThan(3_600);
    }
    const mails = await sentMails(identity);
    expect(mails.filter(({ template_key }) => template_key === 'password_reset')).toHaveLength(2);
  });

  it('refuses at once what does not depend on the address', async () => {
    const off = await identity.newProject({ credential_enabled: false });
    const evil = 'https://evil.example/';
    await expect(send(newEmail(), off, evil)).rejects.toEqual(known('PASSWORD_AUTHENTICATION_NOT_ENABLED'));
    await expect(send(newEmail(), project, evil)).rejects.toEqual(known('REDIRECT_URL_NOT_WHITELISTED'));
  });
});

describe('resetting', () => {
  it('replaces the password, ends every session and tells of the user', async () => {
    const email = newEmail();
    const { user_id, refresh_token } = await signUp(email);
    const code = await newCode(email);
    expect(await check(code)).toEqual({ is_code_valid: true });
    expect(await reset(code)).toEqual({});
    const types = (await identity.events()).map((event) => event.type);
    expect(types).toEqual(expect.arrayContaining(['session.ended', 'user.updated']));
    await expect(identity.sessions.refreshSession({ refresh_token }, project.client())).rejects.toEqual(
      known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
    );
    await expect(signIn(email, 'the old password')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    expect(await signIn(email, 'a new password')).toMatchObject({ user_id });
    expect(await project.getUser(user_id)).toMatchObject({ primary_email_verified: false });
    await expect(check(code)).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
  });

  it('gives a first password to a user without one', async () => {
    const email = newEmail();
    const user = await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    await reset(await newCode(email));
    expect(await signIn(email, 'a new password')).toMatchObject({ user_id: user.id });
  });

  it('judges flag and password before the code is used up', async () => {
    const own = await identity.newProject();
    const email = newEmail();
    await signUp(email, own);
    const code = await newCode(email, own);
    const short = reset(code, 'short', own.client());
    await expect(short).rejects.toEqual(known('PASSWORD_TOO_SHORT', { min_length: 8 }));
    const long = reset(code, 'x'.repeat(71), own.client());
    await expect(long).rejects.toEqual(known('PASSWORD_TOO_LONG', { maxLength: 70 }));
    const configure = (allowSignIn: boolean) =>
      identity.config.overrideConfig(
        { config_override_string: JSON.stringify({ 'auth.password.allowSignIn': allowSignIn }) },
        own.admin,
      );
    await configure(false);
    await expect(reset(code, 'short', own.client())).rejects.toEqual(
      known('PASSWORD_AUTHENTICATION_NOT_ENABLED'),
    );
    await configure(true);
    await reset(code, 'a new password', own.client());
  });

  it("does not know the code of a user who is gone, or of an address that is not the user's any more", async () => {
    const [gone, moved] = [newEmail(), newEmail()];
    const codes = [];
    for (const email of [gone, moved]) {
      const { user_id } = await signUp(email);
      codes.push({ user_id, code: await newCode(email) });
    }
    const unknown = known('VERIFICATION_CODE_NOT_FOUND');
    await identity.users.deleteUser({ user_id: codes[0]!.user_id }, project.server);
    await project.updateUser(codes[1]!.user_id, { primary_email: newEmail() });
    await signUp(moved);
    for (const { code } of codes) {
      await expect(check(code)).rejects.toEqual(unknown);
      await expect(reset(code)).rejects.toEqual(unknown);
    }
  });

  it('lets one of many at once through', async () => {
    const email = newEmail();
    await signUp(email);
    const code = await newCode(email);
    const all = await Promise.allSettled(
      Array.from({ length: 15 }, (_, index) => reset(code, `password number ${index}`)),
    );
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const winner = all.findIndex((one) => one.status === 'fulfilled');
    await signIn(email, `password number ${winner}`);
  });

  it('does not spare the second factor, and ends sign-ins that wait for theirs', async () => {
    const email = newEmail();
    const { user_id } = await signUp(email);
    await project.updateUser(user_id, { totp_secret_base64: 'QUJDREVGR0hJSg==' });
    const waiting = await signIn(email, 'the old password').catch((error) => error.details.attempt_code);
    await reset(await newCode(email));
    const signInWithMfa = identity.mfa.signInWithMfa(
      { attempt_code: waiting, totp: '123456' },
      project.client(),
    );
    await expect(signInWithMfa).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
    await expect(signIn(email, 'a new password')).rejects.toEqual(
      known('MULTI_FACTOR_AUTHENTICATION_REQUIRED'),
    );
  });

  it('needs a primary address before a first password', async () => {
    const email = newEmail();
    const user = await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const code = await newCode(email);
    const { db } = identity;
    await db.query('update contact_channels set is_primary = false where user_id = $1', [user.id]);
    await expect(reset(code)).rejects.toEqual(status(400));
    await check(code);
  });
});

it('the code of a reset is good for seven days', async () => {
  const email = newEmail();
  await signUp(email);
  const code = await newCode(email);
  identity.clock.advance(7 * 86_400_000 - 1);
  expect(await check(code)).toEqual({ is_code_valid: true });
  identity.clock.advance(1);
  await expect(check(code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
});
