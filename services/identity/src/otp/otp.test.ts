import { sql } from '@portico/platform/db/sql';
import { newSecret } from '@portico/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { codeOf, sentMails } from '../testing/sent-mail.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('otp');
  project = await identity.newProject({ magic_link_enabled: true });
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const MINUTE = 60_000;
const CALLBACK = 'http://localhost:3000/otp?code=old&x=1#here';
const newEmail = () => `otp-${(count += 1)}@example.com`;
const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const send = (email: string, one = project, callback_url = CALLBACK) =>
  identity.otp.sendSignInCode({ email, callback_url }, one.client());
const signIn = (code: string, call = project.client()) => identity.otp.signInWithOtp({ code }, call);
const check = (code: string, call = project.client()) => identity.otp.checkSignInCode({ code }, call);

/** Sends and reads the mail. */
const newCodes = async (email: string, one = project) => {
  await identity.events();
  const { nonce } = await send(email, one);
  const mail = (await sentMails(identity)).at(-1)!;
  const { otp, magicLink } = mail.variables;
  return { nonce, mail, otp: otp!, typed: `${otp}${nonce}`, link: codeOf(magicLink) };
};

describe('sending a code', () => {
  it('answers the nonce and mails the rest of it with a link of its own', async () => {
    const email = newEmail();
    const { nonce, mail, otp, typed, link } = await newCodes(email);
    expect(nonce).toMatch(/^[0-9a-hjkmnp-tv-z]{39}$/);
    expect(otp).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(mail).toMatchObject({ to: email, template_key: 'magic_link', user_id: undefined });
    expect(mail.variables).toMatchObject({ userDisplayName: '', projectDisplayName: 'Harbor Notes' });
    expect(mail.variables.magicLink).toBe(`http://localhost:3000/otp?code=${link}&x=1#here`);
    expect(link).not.toBe(typed.toLowerCase());
    expect(link.endsWith(nonce)).toBe(false);
  });

  it('mails the link alone where no code can be typed', async () => {
    const request = { email: newEmail(), callback_url: CALLBACK, link_only: true };
    expect((await identity.otp.sendSignInCode(request, project.client())).nonce).toHaveLength(39);
    const [mail] = await sentMails(identity);
    expect(mail!.template_key).toBe('magic_link_only');
    expect(mail!.variables).not.toHaveProperty('otp');
    expect(await signIn(codeOf(mail!.variables.magicLink))).toMatchObject({ is_new_user: true });
  });

  it('creates nobody', async () => {
    const email = newEmail();
    await send(email);
    const { items } = await identity.users.listUsers(
      { query: email, desc: false, include_anonymous: true },
      project.server,
    );
    expect(items).toEqual([]);
  });

  it('is refused where the way is off, the address unverified, sign-up closed, the callback untrusted, in this order', async () => {
    const email = newEmail();
    await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const off = await identity.newProject({ magic_link_enabled: false, sign_up_enabled: false });
    const closed = await identity.newProject({ magic_link_enabled: true, sign_up_enabled: false });
    const evil = 'https://evil.example/';
    await expect(send(email, off, evil)).rejects.toEqual(status(403));
    const taken = known('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true });
    await expect(send(email.toUpperCase(), project, evil)).rejects.toEqual(taken);
    await expect(send(newEmail(), closed, evil)).rejects.toEqual(known('SIGN_UP_NOT_ENABLED'));
    await expect(send(newEmail(), project, evil)).rejects.toEqual(known('REDIRECT_URL_NOT_WHITELISTED'));
    expect(await sentMails(identity)).toEqual([]);
  });
});

describe('signing in', () => {
  it('makes an account with a verified address once, and finds it afterwards in any spelling', async () => {
    const email = newEmail();
    const first = await signIn((await newCodes(email.toUpperCase())).typed);
    expect(first.is_new_user).toBe(true);
    const user = await project.getUser(first.user_id);
    expect(user).toMatchObject({
      primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true,
      otp_auth_enabled: true, has_password: false, is_anonymous: false,
    }); // prettier-ignore
    const second = await signIn((await newCodes(email)).link);
    expect(second).toMatchObject({ is_new_user: false, user_id: first.user_id });
  });

  it('uses up the link with the typed code, and the other way round', async () => {
    for (const [first, second] of [['typed', 'link'], ['link', 'typed']] as const) {
      const codes = await newCodes(newEmail());
      await signIn(codes[first]);
      await expect(signIn(codes[second])).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
      await expect(check(codes[first])).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
    } // prettier-ignore
  });

  it('lets one of fifty through, link and typed code mixed', async () => {
    const { typed, link } = await newCodes(newEmail());
    const all = Array.from({ length: 50 }, (_, index) => signIn(index % 2 ? typed : link));
    const results = await Promise.allSettled(all);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toHaveLength(49);
    expect(new Set(refused).size).toBeLessThanOrEqual(2);
    for (const code of refused)
      expect(['VERIFICATION_CODE_ALREADY_USED', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED']).toContain(code);
  });

  it('ends older codes with a newer mail, also between mails at once', async () => {
    const email = newEmail();
    const older = await newCodes(email);
    const newer = await newCodes(email);
    for (const code of [older.typed, older.link])
      await expect(signIn(code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
    await signIn(newer.typed);
    await Promise.all(Array.from({ length: 5 }, () => send(email)));
    const rows = await sql(identity.db).query(
      `select 1 from verification_codes where project_id = $1 and subject = $2 and expires_at_millis > $3
         and used_at_millis is null`,
      [project.id, email, identity.clock.now()],
    );
    expect(rows).toHaveLength(2);
  });

  it('ends the typed code after 15 minutes and the link after 24 hours', async () => {
    const { typed, link } = await newCodes(newEmail());
    identity.clock.advance(15 * MINUTE);
    await expect(signIn(typed)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
    await check(link);
    identity.clock.advance(24 * 60 * MINUTE - 15 * MINUTE);
    await expect(signIn(link)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
  });

  it('allows 20 tries a nonce, the right code among them', async () => {
    const { typed, nonce, link } = await newCodes(newEmail());
    for (let tries = 0; tries < 25; tries++) {
      await expect(signIn(`zzzzzz${nonce}`)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    }
    await expect(signIn(typed)).rejects.toEqual(known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'));
    await expect(signIn(`zzzzzz${nonce}`)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    await check(link);
  });

  it('bounds the wrong codes of an address however many mails it asks for', async () => {
    const email = newEmail();
    let refusal: unknown;
    for (let mails = 0; mails < 12 && !refusal; mails++) {
      const sent = await newCodes(email).catch((error: unknown) => void (refusal = error));
      if (!sent) break;
      await Promise.allSettled(Array.from({ length: 20 }, () => signIn(`000000${sent.nonce}`)));
    }
    expect(refusal).toEqual(expect.objectContaining({ status: 429, headers: { 'retry-after': '3600' } }));
    await newCodes(newEmail());
    identity.clock.advance(60 * MINUTE);
    await newCodes(email);
  });

  it('repeats the checks of the sending before the code is used up', async () => {
    const own = await identity.newProject({ magic_link_enabled: true });
    const email = newEmail();
    const { typed } = await newCodes(email, own);
    const configure = (config: object) =>
      identity.config.overrideConfig({ config_override_string: JSON.stringify(config) }, own.admin);
    await configure({ 'auth.otp.allowSignIn': false });
    await expect(signIn(typed, own.client())).rejects.toEqual(status(403));
    await configure({ 'auth.otp.allowSignIn': true, 'auth.allowSignUp': false });
    await expect(signIn(typed, own.client())).rejects.toEqual(known('SIGN_UP_NOT_ENABLED'));
    const user = await own.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const taken = known('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true });
    await expect(signIn(typed, own.client())).rejects.toEqual(taken);
    await own.updateUser(user.id, { primary_email_verified: true });
    expect(await signIn(typed, own.client())).toMatchObject({ is_new_user: false, user_id: user.id });
  });

  it('adds the way to sign in to a user at the sign-in, not at the sending', async () => {
    const email = newEmail();
    const fields = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
    const user = await project.createUser(fields);
    const { link } = await newCodes(email);
    expect((await project.getUser(user.id)).otp_auth_enabled).toBe(false);
    await signIn(link);
    expect((await project.getUser(user.id)).otp_auth_enabled).toBe(true);
  });

  it('asks for the second factor', async () => {
    const { user_id } = await signIn((await newCodes(newEmail())).link);
    await project.updateUser(user_id, { totp_secret_base64: 'QUJDREVGR0hJSg==' });
    const user = await project.getUser(user_id);
    const { link } = await newCodes(user.primary_email!);
    await expect(signIn(link)).rejects.toEqual(known('MULTI_FACTOR_AUTHENTICATION_REQUIRED'));
    await expect(signIn(link)).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
  });

  it('makes the anonymous caller the new account, and leaves it alone when the address has one', async () => {
    const ghost = await identity.anonymous.signUpAnonymously({}, project.client());
    const caller = project.client(ghost.user_id);
    const email = newEmail();
    const { typed } = await newCodes(email);
    expect(await signIn(typed, caller)).toMatchObject({ is_new_user: true, user_id: ghost.user_id });
    expect(await project.getUser(ghost.user_id)).toMatchObject({
      is_anonymous: false, primary_email: email, primary_email_verified: true, otp_auth_enabled: true,
    }); // prettier-ignore
    const other = await identity.anonymous.signUpAnonymously({}, project.client());
    const again = await newCodes(email);
    const result = await signIn(again.link, project.client(other.user_id));
    expect(result).toMatchObject({ is_new_user: false, user_id: ghost.user_id });
    expect(await project.getUser(other.user_id)).toMatchObject({ is_anonymous: true });
  });
});

describe('a code', () => {
  it('counts for its project and its purpose only', async () => {
    const other = await identity.newProject({ magic_link_enabled: true });
    const { typed } = await newCodes(newEmail());
    const unknown = known('VERIFICATION_CODE_NOT_FOUND');
    await expect(signIn(typed, other.client())).rejects.toEqual(unknown);
    await expect(
      identity.passwords.checkPasswordResetCode({ code: typed }, project.client()),
    ).rejects.toEqual(unknown);
    const verify = identity.contact_channels.verifyContactChannel({ code: typed }, project.client());
    await expect(verify).rejects.toEqual(unknown);
    await expect(
      identity.mfa.signInWithMfa({ attempt_code: typed, totp: '000000' }, project.client()),
    ).rejects.toEqual(unknown);
    await expect(check(newSecret())).rejects.toEqual(unknown);
    expect(await check(typed.toUpperCase())).toEqual({ is_code_valid: true });
  });

  it('is nowhere in the database in clear', async () => {
    const { typed, link } = await newCodes(newEmail());
    const rows = await sql(identity.db).query('select * from verification_codes where project_id = $1', [
      project.id,
    ]);
    const dump = JSON.stringify(rows).toLowerCase();
    for (const code of [typed.toLowerCase(), link]) expect(dump).not.toContain(code);
  });
});
