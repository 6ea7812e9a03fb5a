import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok, type Answer } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Caller, type Project, type Tokens } from '../project.ts';
import { refreshSession } from '../refresh.ts';

let project: Project;
let off: Project;
beforeAll(async () => {
  [project, off] = await Promise.all([newProject(), newProject({ credential_enabled: false })]);
});

const NEW_PASSWORD = 'another password';
const update = (caller: Caller, fields: object = {}, headers: Record<string, string> = {}) =>
  caller.post(
    '/auth/password/update',
    { old_password: PASSWORD, new_password: NEW_PASSWORD, ...fields },
    { headers },
  );
const set = (caller: Caller, password: unknown = PASSWORD, headers: Record<string, string> = {}) =>
  caller.post('/auth/password/set', { password }, { headers });
const signIn = (email: string, password: string) =>
  project.client.post('/auth/password/sign-in', { email, password });
const refresh = ({ refresh_token }: Tokens) => refreshSession(project.client, refresh_token);
const expectEnded = (answer: Answer) => expectKnown(answer, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
const expectTooShort = (answer: Answer) => expectKnown(answer, 400, 'PASSWORD_TOO_SHORT', { min_length: 8 });
const expectTooLong = (answer: Answer) => expectKnown(answer, 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
/** Somebody without a password. */
const newBareUser = async (one = project) => {
  const email = newEmail();
  const id = await one.newUser({ primary_email: email, primary_email_auth_enabled: true });
  return { id, email, ...(await one.newSession(id)) };
};

const TOO_SHORT = ['', '1234567'];
/** More than 70 characters, or no more but 72 bytes of them. */
const TOO_LONG = ['x'.repeat(71), 'ü'.repeat(36), '😀'.repeat(18)];
const LONGEST = ['x'.repeat(70), `${'ü'.repeat(35)}x`];

describe('POST /auth/password/update', () => {
  it('works for every access type with the access token of the user, and sends no mail', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const user = await project.signUp();
      expect(ok(await update(project.as(type, user)))).toEqual({ success: true });
      expectKnown(await signIn(user.email, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
      expect(ok(await signIn(user.email, NEW_PASSWORD)).user_id).toBe(user.id);
      expect(await mailTo(user.email, 0)).toEqual([]);
    }
  });

  it('needs a user who still exists, and one of this project', async () => {
    const [user, gone] = [await project.signUp(), await project.signUp()];
    ok(await project.server.delete(`/users/${gone.id}`));
    expectSchemaError(await update(project.as('client', gone)), 'auth.user');
    expectSchemaError(await update(project.admin), 'auth.user');
    const elsewhere = await update(off.as('server', user));
    expectKnown(elsewhere, 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: off.id,
      actual_project_id: project.id,
    });
    ok(await signIn(user.email, PASSWORD));
  });

  it('says what its fields lack', async () => {
    const client = project.as('client', await project.signUp());
    for (const bad of [null, undefined, {}]) {
      expectSchemaError(await update(client, { old_password: bad }), 'body.old_password');
      expectSchemaError(await update(client, { new_password: bad }), 'body.new_password');
    }
    expectSchemaError(await update(client, { password: PASSWORD }), /^body .*password$/);
  });

  it('takes a new password of 8 to 70 characters and at most 71 bytes', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    for (const new_password of TOO_SHORT) expectTooShort(await update(client, { new_password }));
    for (const new_password of TOO_LONG) expectTooLong(await update(client, { new_password }));
    let old_password: string = PASSWORD;
    for (const new_password of LONGEST) {
      ok(await update(client, { old_password, new_password }));
      old_password = new_password;
    }
    ok(await signIn(user.email, old_password));
  });

  it('checks the flag before the length, the length before the presence of a password', async () => {
    const short = { new_password: 'short' };
    const nobody = await newBareUser(off);
    const refused = await update(off.as('client', nobody), short);
    expectKnown(refused, 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
    const bare = project.as('client', await newBareUser());
    expectTooShort(await update(bare, short));
    expectTooLong(await update(bare, { new_password: TOO_LONG[0] }));
    expectKnown(await update(bare), 400, 'USER_DOES_NOT_HAVE_PASSWORD');
  });

  it('that is refused changes neither the password nor a session', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    const wrong = await update(project.as('client', user), { old_password: 'wrong password' });
    expectKnown(wrong, 400, 'PASSWORD_CONFIRMATION_MISMATCH');
    ok(await refresh(user));
    ok(await refresh(second));
    ok(await signIn(user.email, PASSWORD));
  });

  it('keeps no session for a refresh token of somebody else, and leaves that one alone', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    const headers = { 'x-stack-refresh-token': stranger.refresh_token };
    ok(await update(project.as('client', user), {}, headers));
    expectEnded(await refresh(user));
    ok(await refresh(stranger));
  });

  it('keeps the second factor', async () => {
    const user = await project.signUp();
    ok(await project.server.patch(`/users/${user.id}`, { totp_secret_base64: 'QUJDREVGR0hJSg==' }));
    ok(await update(project.as('client', user)));
    const { body } = await signIn(user.email, NEW_PASSWORD);
    expect(body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
  });
});

describe('POST /auth/password/set', () => {
  it('works for every access type with the access token of the user, and sends no mail', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const user = await newBareUser();
      expect(ok(await set(project.as(type, user)))).toEqual({ success: true });
      expect(ok(await signIn(user.email, PASSWORD)).user_id).toBe(user.id);
      ok(await refresh(user));
      expect(await mailTo(user.email, 0)).toEqual([]);
    }
  });

  it('needs a user who still exists, and one of this project', async () => {
    const [user, gone] = [await newBareUser(), await newBareUser()];
    ok(await project.server.delete(`/users/${gone.id}`));
    expectSchemaError(await set(project.as('client', gone)), 'auth.user');
    expectSchemaError(await set(project.server), 'auth.user');
    expectKnown(await set(off.as('client', user)), 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: off.id,
      actual_project_id: project.id,
    });
    expect(ok(await project.server.get(`/users/${user.id}`)).has_password).toBe(false);
  });

  it('says what its field lacks', async () => {
    const client = project.as('client', await newBareUser());
    for (const bad of [null, {}, []]) expectSchemaError(await set(client, bad), 'body.password');
    const more = await client.post('/auth/password/set', { password: PASSWORD, old_password: PASSWORD });
    expectSchemaError(more, /^body .*old_password$/);
  });

  it('checks the flag, then the length, then whether there is a password', async () => {
    const nobody = await newBareUser(off);
    const refused = await set(off.as('client', nobody), 'short');
    expectKnown(refused, 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
    const client = project.as('client', await project.signUp());
    for (const password of TOO_SHORT) expectTooShort(await set(client, password));
    for (const password of TOO_LONG) expectTooLong(await set(client, password));
    expectText(await set(client, NEW_PASSWORD), 400);
  });

  it('keeps what another one set at the same moment', async () => {
    const user = await newBareUser();
    const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(passwords.map((one) => set(project.as('client', user), one)));
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index]!] : []));
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectText(answer, 400);
    ok(await signIn(user.email, won[0]!));
  });

  it('needs no address, and makes nobody a regular user', async () => {
    const nameless = await project.newSession(await project.newUser());
    ok(await set(project.as('client', nameless)));
    const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as Tokens & { user_id: string };
    ok(await set(project.as('client', ghost), PASSWORD, { 'x-stack-allow-anonymous-user': 'true' }));
    const user = ok(await project.server.get(`/users/${ghost.user_id}`));
    expect(user).toMatchObject({ is_anonymous: true, has_password: true });
  });
});

describe('the sessions of a user', () => {
  const BCRYPT = '$2b$04$gW3gEMcD7sJcj5zJ6G4EQ.S3hjoLpxj1Zz3n3Cw8kJzZ6gBwz9z2q';

  it.each([[{ password: null }], [{ password_hash: BCRYPT }], [{ password: NEW_PASSWORD }]])(
    'end when a server writes %j',
    async (fields) => {
      const user = await project.signUp();
      ok(await project.server.patch(`/users/${user.id}`, fields));
      expectEnded(await refresh(user));
    },
  );

  it('outlive a second factor set and removed, and another address', async () => {
    const user = await project.signUp();
    for (const fields of [
      { totp_secret_base64: 'QUJDREVGR0hJSg==' },
      { totp_secret_base64: null },
      { primary_email: newEmail() },
      { primary_email_verified: true },
    ])
      ok(await project.server.patch(`/users/${user.id}`, fields));
    ok(await refresh(user));
  });
});
