import { beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED_ADDRESSES, REFUSED_ADDRESSES } from '../addresses.ts';
import { expectKnown, expectSchemaError, expectSchemaErrorOn, ok, type Json } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, newUuid, overrideConfig, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const signUp = (fields: object, one = project) =>
  one.client.post('/auth/password/sign-up', { email: newEmail(), password: PASSWORD, ...fields });

describe('the address of a sign-up', () => {
  it.each([...REFUSED_ADDRESSES, `${'a'.repeat(246)}@example.com`, 'no address'])(
    'may not be %s',
    async (email) => {
      expectSchemaErrorOn(await signUp({ email }), 'body.email');
    },
  );

  it.each(ACCEPTED_ADDRESSES)('may be %s%s', async (local, domain) => {
    const email = `${local}-${newUuid()}${domain}`;
    const { user_id } = ok(await signUp({ email })) as { user_id: string };
    expect(ok(await project.server.get(`/users/${user_id}`)).primary_email).toBe(email);
  });

  it('is kept in lower case, and in nothing else changed', async () => {
    const email = `Test.User+Tag-${newUuid()}@Example.COM`;
    const { user_id } = ok(await signUp({ email })) as { user_id: string };
    expect(ok(await project.server.get(`/users/${user_id}`)).primary_email).toBe(email.toLowerCase());
    const again = await signUp({ email: email.toUpperCase() });
    const details = { email: email.toLowerCase(), would_work_if_email_was_verified: false };
    expectKnown(again, 409, 'USER_EMAIL_ALREADY_EXISTS', details);
  });

  it('may be that of a user who does not sign in with it', async () => {
    const email = newEmail();
    const user_id = await project.newUser({ primary_email: email, primary_email_auth_enabled: false });
    expect(ok(await signUp({ email })).user_id).not.toBe(user_id);
    expectKnown(await signUp({ email }), 409, 'USER_EMAIL_ALREADY_EXISTS', {
      email,
      would_work_if_email_was_verified: false,
    });
  });

  it('may be that of an account in another project', async () => {
    const { id, email } = await (await newProject()).signUp();
    expect(ok(await signUp({ email })).user_id).not.toBe(id);
  });
});

describe('a sign-up', () => {
  it('needs its two fields, each of its type', async () => {
    for (const [fields, field] of [
      [{ email: undefined }, 'body.email'],
      [{ email: null }, 'body.email'],
      [{ password: undefined }, 'body.password'],
      [{ password: null }, 'body.password'],
      [{ password: {} }, 'body.password'],
      [{ verification_callback_url: null }, 'body.verification_callback_url'],
    ] as const)
      expectSchemaError(await signUp(fields), field);
    expectSchemaError(await signUp({ is_anonymous: true }), /^body .*is_anonymous$/);
  });

  it('gives a session that works, and a channel that is primary, unverified and for signing in', async () => {
    const email = newEmail();
    const tokens = ok(await signUp({ email })) as { access_token: string; refresh_token: string };
    const client = project.as('client', tokens);
    expect(ok(await client.get('/contact-channels?user_id=me')).items).toEqual([
      expect.objectContaining({ value: email, is_primary: true, is_verified: false, used_for_auth: true }),
    ]);
    const headers = { 'x-stack-refresh-token': tokens.refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
  });

  it('grants the default permissions, and makes a personal team where the project has them', async () => {
    const own = await newProject({ create_team_on_sign_up: true });
    await overrideConfig(own, {
      'rbac.permissions.reader': { scope: 'project' },
      'rbac.defaultPermissions.signUp': { reader: true },
    });
    const email = newEmail();
    const tokens = ok(await signUp({ email }, own)) as { access_token: string; user_id: string };
    const client = own.as('client', tokens);
    const { items } = ok(await client.get('/project-permissions?user_id=me')) as { items: Json[] };
    expect(items).toEqual([{ id: 'reader', user_id: tokens.user_id }]);
    expect(ok(await client.get('/users/me')).selected_team.display_name).toBe(`${email}'s Team`);
  });

  it('with an untrusted callback, or refused for another reason, makes no account and sends no mail', async () => {
    const email = newEmail();
    const evil = { email, verification_callback_url: 'https://evil.example/' };
    expectKnown(await signUp(evil), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    const short = { email, password: 'short', verification_callback_url: 'http://localhost:3000/' };
    expectKnown(await signUp(short), 400, 'PASSWORD_TOO_SHORT', { min_length: 8 });
    expect(ok(await project.server.get('/users', { query: { query: email } })).items).toEqual([]);
    expect(await mailTo(email, 0)).toEqual([]);
  });

  it('sends a mail that verifies the address in any spelling, for every access type', async () => {
    const verification_callback_url = 'http://localhost:3000/verify';
    for (const type of ['client', 'server', 'admin'] as const) {
      const email = `Typed.${newEmail()}`;
      const body = { email, password: PASSWORD, verification_callback_url };
      const { user_id } = ok(await project.as(type).post('/auth/password/sign-up', body)) as Json;
      const code = codeIn((await mailTo(email))[0]!);
      ok(await project.as(type).post('/contact-channels/verify', { code }));
      const user = ok(await project.server.get(`/users/${user_id as string}`));
      expect(user).toMatchObject({ primary_email: email.toLowerCase(), primary_email_verified: true });
    }
  });
});

describe('POST /auth/password/sign-in', () => {
  const signIn = (fields: object, one = project) =>
    one.client.post('/auth/password/sign-in', { password: PASSWORD, ...fields });

  it('works for every access type, and ignores who is signed in already', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    const { email, password } = user;
    for (const caller of [project.client, project.server, project.admin, project.as('client', stranger)]) {
      const answer = ok(await caller.post('/auth/password/sign-in', { email, password }));
      expect(answer).toMatchObject({ user_id: user.id, is_new_user: false });
    }
  });

  it('works while signing up is switched off, and with an unverified address', async () => {
    const own = await newProject();
    const { id, email } = await own.signUp();
    ok(await own.admin.patch('/internal/projects/current', { config: { sign_up_enabled: false } }));
    expect(ok(await signIn({ email }, own)).user_id).toBe(id);
  });

  it('takes only addresses for signing in', async () => {
    const email = newEmail();
    const fields = { primary_email: email, primary_email_verified: true, password: PASSWORD };
    const user_id = await project.newUser({ ...fields, primary_email_auth_enabled: false });
    expectKnown(await signIn({ email }), 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await project.server.patch(`/users/${user_id}`, { primary_email_auth_enabled: true }));
    expect(ok(await signIn({ email })).user_id).toBe(user_id);
  });

  it('needs its two fields and knows no others', async () => {
    expectSchemaError(await signIn({ password: undefined }), 'body.email', 'body.password');
    expectSchemaError(await signIn({ email: newEmail(), code: '1' }), /^body .*code$/);
    expectSchemaError(await signIn({ email: newEmail(), password: null }), 'body.password');
    // The plain form of an address: no dot is needed.
    expectKnown(await signIn({ email: 'nobody@localhost' }), 400, 'EMAIL_PASSWORD_MISMATCH');
    expectKnown(await signIn({ email: newEmail(), password: '' }), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('says first that passwords are switched off, whatever the address and the password are', async () => {
    const off = await newProject({ credential_enabled: false });
    expectKnown(await signIn({ email: newEmail() }, off), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });
});
