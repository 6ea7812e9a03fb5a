import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { CALLBACK, newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const send = (email: string, one = project, callback_url = CALLBACK) =>
  one.client.post('/auth/otp/send-sign-in-code', { email, callback_url });
const signIn = (code: string, one = project) => one.client.post('/auth/otp/sign-in', { code });
const check = (code: string) => project.client.post('/auth/otp/sign-in/check-code', { code });
const newCodes = (email: string, one = project) => newSignInCodes(one.client, email);
const taken = (email: string) => ({ email, would_work_if_email_was_verified: true });

describe('POST /auth/otp/send-sign-in-code', () => {
  it('has handed the mail over when it answers, with code and link as mailbox scanners look for them', async () => {
    const email = newEmail();
    const { nonce, mail, otp, link, typed } = await newCodes(email);
    expect(nonce).toMatch(/^[0-9a-hjkmnp-tv-z]{39}$/);
    expect(otp).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(mail.subject).toContain('Sign in to Test project');
    expect(mail.subject).toContain(otp);
    expect(mail.to).toBe(email);
    expect(mail.from).toContain('Test project');
    const links = mail.text.match(/http:\/\/localhost:3000\S+/g) ?? [];
    expect(links).toEqual([`http://localhost:3000/handler/magic-link?after=%2Fhome&code=${link}`]);
    expect(typed.toLowerCase()).not.toBe(link);
    expect(await mailTo(email)).toHaveLength(1);
  });

  it('goes to the address as typed, and finds the account in any spelling', async () => {
    const email = newEmail();
    const mixed = email.replace('user', 'User').replace('example', 'Example');
    const first = ok(await signIn((await newCodes(mixed)).typed));
    expect(first.is_new_user).toBe(true);
    const second = ok(await signIn((await newCodes(email)).typed));
    expect(second).toMatchObject({ is_new_user: false, user_id: first.user_id });
  });

  it('checks the switch, the account, the sign-up switch and the callback, in this order', async () => {
    const [off, closed] = await Promise.all([
      newProject({ sign_up_enabled: false }),
      newProject({ magic_link_enabled: true, sign_up_enabled: false }),
    ]);
    const { email } = await project.signUp();
    const evil = 'https://evil.example/';
    expectText(await send(newEmail(), off, evil), 403);
    expectKnown(await send(email, project, evil), 409, 'USER_EMAIL_ALREADY_EXISTS', taken(email));
    expectKnown(await send(newEmail(), closed, evil), 400, 'SIGN_UP_NOT_ENABLED');
    expectKnown(await send(newEmail(), project, evil), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    expectSchemaError(
      await send('a@localhost', project, 'no url'),
      'body.email',
      'body.callback_url',
      'body.callback_url',
    );
  });

  it('treats addresses of servers by their flags', async () => {
    const closed = await newProject({ magic_link_enabled: true, sign_up_enabled: false });
    const address = (verified: boolean, auth: boolean) => ({
      primary_email: newEmail(),
      primary_email_verified: verified,
      primary_email_auth_enabled: auth,
    });
    const ready = address(true, true);
    const user_id = await closed.newUser(ready);
    const known = ok(await signIn((await newCodes(ready.primary_email, closed)).link, closed));
    expect(known).toMatchObject({ is_new_user: false, user_id });
    ok(await closed.server.patch(`/users/${user_id}`, { primary_email_verified: false }));
    const unverified = await send(ready.primary_email, closed);
    expectKnown(unverified, 409, 'USER_EMAIL_ALREADY_EXISTS', taken(ready.primary_email));
    const aside = address(true, false);
    const other_id = await project.newUser(aside);
    const fresh = ok(await signIn((await newCodes(aside.primary_email)).typed));
    expect(fresh.is_new_user).toBe(true);
    expect(fresh.user_id).not.toBe(other_id);
  });
});

describe('POST /auth/otp/sign-in', () => {
  it('answers tokens, new once and known afterwards', async () => {
    const email = newEmail();
    await newCodes(email);
    const first = ok(await signIn((await newCodes(email)).typed));
    expect(Object.keys(first as object).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']); // prettier-ignore
    const second = ok(await signIn((await newCodes(email)).typed));
    expect([first.is_new_user, second.is_new_user]).toEqual([true, false]);
    expect(second.user_id).toBe(first.user_id);
    expect(ok(await project.as('client', second).get('/users/me'))).toMatchObject({
      primary_email: email, primary_email_verified: true, otp_auth_enabled: true, auth_with_email: true, has_password: false,
    }); // prettier-ignore
  });

  it('takes the code in any case, and uses up link and code together', async () => {
    const { typed, link } = await newCodes(newEmail());
    expect(ok(await check(typed.toUpperCase()))).toEqual({ is_code_valid: true });
    ok(await signIn(typed.toUpperCase()));
    for (const code of [typed, link]) expectKnown(await signIn(code), 409, 'VERIFICATION_CODE_ALREADY_USED');
    expectKnown(await check(link), 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('does not take the codes of an older mail', async () => {
    const email = newEmail();
    const older = await newCodes(email);
    const newer = await newCodes(email);
    for (const code of [older.typed, older.link])
      expectKnown(await signIn(code), 400, 'VERIFICATION_CODE_EXPIRED');
    ok(await signIn(newer.link));
  });

  it('after 25 wrong tries does not take the right code either', async () => {
    const { typed, nonce } = await newCodes(newEmail());
    for (let tries = 0; tries < 25; tries++)
      expectKnown(await signIn(`zzzzzz${nonce}`), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectKnown(await signIn(typed), 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  });

  it('knows 45 characters only, and codes of its own kind', async () => {
    expectSchemaError(await signIn('short'), 'body.code');
    expectKnown(await signIn('i'.repeat(45)), 404, 'VERIFICATION_CODE_NOT_FOUND');
    const { link } = await newCodes(newEmail());
    const elsewhere = await project.client.post('/contact-channels/verify', { code: link });
    expectKnown(elsewhere, 404, 'VERIFICATION_CODE_NOT_FOUND');
  });

  it('is refused once the way is switched off, and works again with the same code', async () => {
    const own = await newProject({ magic_link_enabled: true });
    const { typed } = await newCodes(newEmail(), own);
    const toggle = async (magic_link_enabled: boolean) =>
      ok(await own.admin.patch('/internal/projects/current', { config: { magic_link_enabled } }));
    await toggle(false);
    expectText(await signIn(typed, own), 403);
    await toggle(true);
    ok(await signIn(typed, own));
  });

  it('signs a password user in once the address is verified', async () => {
    const { id, email } = await project.signUp();
    ok(await project.server.patch(`/users/${id}`, { primary_email_verified: true }));
    expect(ok(await signIn((await newCodes(email)).typed)).user_id).toBe(id);
    ok(await project.client.post('/auth/password/sign-in', { email, password: PASSWORD }));
  });
});
