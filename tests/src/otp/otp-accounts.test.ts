import { beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED_ADDRESSES, REFUSED_ADDRESSES } from '../addresses.ts';
import { expectKnown, expectSchemaError, expectSchemaErrorOn, expectText, ok, type Json } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, newUuid, overrideConfig, PASSWORD, type Project } from '../project.ts';
import { CALLBACK, newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const send = (fields: object, one = project) =>
  one.client.post('/auth/otp/send-sign-in-code', { callback_url: CALLBACK, ...fields });
const signIn = (code: string, one = project) => one.client.post('/auth/otp/sign-in', { code });
const newCodes = (email: string, one = project) => newSignInCodes(one.client, email);
const signInWith = async (email: string, one = project): Promise<Json> =>
  ok(await signIn((await newCodes(email, one)).typed, one));
const configure = async (one: Project, config: object) =>
  ok(await one.admin.patch('/internal/projects/current', { config }));
const taken = (email: string) => ({ email, would_work_if_email_was_verified: true });

describe('POST /auth/otp/send-sign-in-code', () => {
  it('works for every access type', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const email = newEmail();
      const { typed } = await newSignInCodes(project.as(type), email);
      expect(ok(await project.as(type).post('/auth/otp/sign-in', { code: typed })).is_new_user).toBe(true);
    }
  });

  it.each(REFUSED_ADDRESSES)('does not send to %s', async (email) => {
    expectSchemaErrorOn(await send({ email }), 'body.email');
  });

  it.each(ACCEPTED_ADDRESSES)('sends to addresses like %s%s', async (local, domain) => {
    const email = `${local}-${newUuid()}${domain}`;
    ok(await send({ email }));
    expect(await mailTo(email)).toHaveLength(1);
  });

  it('says what its fields lack', async () => {
    expectSchemaError(await send({ callback_url: undefined }), 'body.email', 'body.callback_url');
    expectSchemaError(await send({ email: newEmail(), junk: 1 }), /^body .*junk$/);
    for (const bad of ['', 'no url', 'http://localhost:3000/a b', null])
      expectSchemaErrorOn(await send({ email: newEmail(), callback_url: bad }), 'body.callback_url');
  });

  it('makes no user, changes none, and mails nothing when it is refused', async () => {
    const email = newEmail();
    ok(await send({ email }));
    expect(ok(await project.server.get('/users', { query: { query: email } })).items).toEqual([]);
    const known = newEmail();
    const fields = { primary_email: known, primary_email_verified: true, primary_email_auth_enabled: true };
    const id = await project.newUser(fields);
    const before = ok(await project.server.get(`/users/${id}`));
    expect(before.otp_auth_enabled).toBe(false);
    const { typed } = await newCodes(known);
    expect(ok(await project.server.get(`/users/${id}`))).toEqual(before);
    ok(await signIn(typed));
    expect(ok(await project.server.get(`/users/${id}`)).otp_auth_enabled).toBe(true);
    const refused = newEmail();
    const evil = await send({ email: refused, callback_url: 'https://evil.example/' });
    expectKnown(evil, 400, 'REDIRECT_URL_NOT_WHITELISTED');
    expect(await mailTo(refused, 0)).toEqual([]);
  });

  it('names the stored address of an unverified account, whatever accounts are merged', async () => {
    const own = await newProject({ magic_link_enabled: true });
    const { email } = await own.signUp();
    for (const oauth_account_merge_strategy of ['link_method', 'raise_error', 'allow_duplicates']) {
      await configure(own, { oauth_account_merge_strategy });
      const answer = await send({ email: email.toUpperCase() }, own);
      expectKnown(answer, 409, 'USER_EMAIL_ALREADY_EXISTS', taken(email));
    }
  });

  it('knows nothing of the accounts of another project', async () => {
    const { id, email } = await (await newProject()).signUp();
    const answer = await signInWith(email);
    expect(answer.is_new_user).toBe(true);
    expect(answer.user_id).not.toBe(id);
  });
});

describe('the account behind a code', () => {
  it('is found in any spelling, whichever came first', async () => {
    const email = newEmail();
    const mixed = email.replace('user', 'User').replace('example', 'Example');
    const first = await signInWith(email);
    const { mail, typed } = await newCodes(mixed);
    expect(mail.to).toBe(mixed);
    expect(ok(await signIn(typed))).toMatchObject({ is_new_user: false, user_id: first.user_id as string });
    expect(ok(await project.server.get(`/users/${first.user_id as string}`)).primary_email).toBe(email);
  });

  it('of a passwordless user whose address is unverified later is refused when sending', async () => {
    const email = newEmail();
    const { user_id } = await signInWith(email);
    ok(await project.server.patch(`/users/${user_id as string}`, { primary_email_verified: false }));
    expectKnown(await send({ email }), 409, 'USER_EMAIL_ALREADY_EXISTS', taken(email));
  });

  it('is a new one once the old one does not sign in with the address any more', async () => {
    const email = newEmail();
    const { user_id } = await signInWith(email);
    ok(await project.server.patch(`/users/${user_id as string}`, { primary_email_auth_enabled: false }));
    const fresh = await signInWith(email);
    expect(fresh.is_new_user).toBe(true);
    expect(fresh.user_id).not.toBe(user_id);
  });

  it('gets the default permissions and a personal team, where the project has them', async () => {
    const own = await newProject({ magic_link_enabled: true, create_team_on_sign_up: true });
    await overrideConfig(own, {
      'rbac.permissions.reader': { scope: 'project' },
      'rbac.defaultPermissions.signUp': { reader: true },
    });
    const email = newEmail();
    const answer = (await signInWith(email, own)) as { access_token: string; user_id: string };
    const client = own.as('client', answer);
    const { items } = ok(await client.get('/project-permissions?user_id=me')) as { items: Json[] };
    expect(items).toEqual([{ id: 'reader', user_id: answer.user_id }]);
    expect(ok(await client.get('/users/me')).selected_team.display_name).toBe(`${email}'s Team`);
  });

  it('is a new one for a new address, also when a regular user is signed in', async () => {
    const user = await project.signUp();
    const { typed } = await newCodes(newEmail());
    const answer = ok(await project.as('client', user).post('/auth/otp/sign-in', { code: typed }));
    expect(answer.is_new_user).toBe(true);
    expect(answer.user_id).not.toBe(user.id);
    expect(ok(await project.server.get(`/users/${user.id}`)).otp_auth_enabled).toBe(false);
  });
});

describe('POST /auth/otp/sign-in', () => {
  it('gives a session that works and refreshes', async () => {
    const tokens = await signInWith(newEmail());
    const headers = { 'x-stack-refresh-token': tokens.refresh_token as string };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    const mine = ok(await project.as('client', tokens as { access_token: string }).get('/users/me'));
    expect(mine.id).toBe(tokens.user_id);
  });

  it('refuses an address that became an unverified account meanwhile, and takes the code once it is verified', async () => {
    const email = newEmail();
    const { typed } = await newCodes(email);
    const { id } = await project.signUp(email);
    expectKnown(await signIn(typed), 409, 'USER_EMAIL_ALREADY_EXISTS', taken(email));
    ok(await project.server.patch(`/users/${id}`, { primary_email_verified: true }));
    expect(ok(await signIn(typed))).toMatchObject({ is_new_user: false, user_id: id });
  });

  it('makes no account once signing up is closed, and signs in whoever has one', async () => {
    const own = await newProject({ magic_link_enabled: true });
    const [known, fresh] = [newEmail(), newEmail()];
    const { user_id } = await signInWith(known, own);
    const codes = { known: await newCodes(known, own), fresh: await newCodes(fresh, own) };
    await configure(own, { sign_up_enabled: false });
    expectKnown(await signIn(codes.fresh.link, own), 400, 'SIGN_UP_NOT_ENABLED');
    expect(ok(await signIn(codes.known.link, own)).user_id).toBe(user_id);
    await configure(own, { sign_up_enabled: true });
    expect(ok(await signIn(codes.fresh.link, own)).is_new_user).toBe(true);
  });

  it('is refused for existing users too once the way is switched off', async () => {
    const own = await newProject({ magic_link_enabled: true });
    const email = newEmail();
    await signInWith(email, own);
    const { typed } = await newCodes(email, own);
    await configure(own, { magic_link_enabled: false });
    expectText(await signIn(typed, own), 403);
    expectKnown(await signIn('a'.repeat(45), own), 404, 'VERIFICATION_CODE_NOT_FOUND');
    await configure(own, { magic_link_enabled: true });
    expect(ok(await signIn(typed, own)).is_new_user).toBe(false);
  });

  it('and a sign-up with the same address at the same moment make one account', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail();
      const { typed } = await newCodes(email);
      const body = { email, password: PASSWORD };
      const answers = await Promise.all([
        signIn(typed),
        project.client.post('/auth/password/sign-up', body),
      ]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body: { code } }) => `${status} ${code as string}`)).toEqual([
        '409 USER_EMAIL_ALREADY_EXISTS',
      ]);
      expect(ok(await project.server.get('/users', { query: { query: email } })).items).toHaveLength(1);
    }
  }); // prettier-ignore

  it('ends the codes of the same address in another spelling, and those of nobody else', async () => {
    const email = newEmail();
    const older = await newCodes(email);
    const somebody = await newCodes(newEmail());
    const newer = await newCodes(email.toUpperCase());
    for (const code of [older.typed, older.link])
      expectKnown(await signIn(code), 400, 'VERIFICATION_CODE_EXPIRED');
    ok(await signIn(newer.typed));
    ok(await signIn(somebody.typed));
  });
});
