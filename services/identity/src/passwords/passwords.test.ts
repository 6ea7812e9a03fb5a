import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { statementCounts } from '@portico/platform/metrics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('passwords');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const PASSWORD = 'correct horse';
const newEmail = () => `person-${(count += 1)}@example.com`;
const signUp = (email = newEmail(), password = PASSWORD, call = project.client()) =>
  identity.passwords.signUpWithPassword({ email, password }, call);
const signIn = (email: string, password = PASSWORD, call = project.client()) =>
  identity.passwords.signInWithPassword({ email, password }, call);
const refresh = (refresh_token: string, call = project.client()) =>
  identity.sessions.refreshSession({ refresh_token }, call);
const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });

describe('password sign-up', () => {
  it('answers tokens of a new user and stores the address normalised, unverified and used for auth', async () => {
    const result = await signUp('Test.User@Example.COM');
    expect(result).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      is_new_user: true,
      user_id: expect.any(String),
    });
    expect(await project.getUser(result.user_id)).toMatchObject({
      primary_email: 'test.user@example.com',
      primary_email_verified: false,
      primary_email_auth_enabled: true,
      has_password: true,
      auth_with_email: true,
      is_anonymous: false,
    });
  });

  it('reaches the same user with any mixture of cases', async () => {
    const { user_id } = await signUp('Mixed@Example.com');
    for (const email of ['mixed@example.com', 'MIXED@EXAMPLE.COM']) {
      expect(await signIn(email)).toMatchObject({ user_id, is_new_user: false });
    }
  });

  it('refuses an address that is used for auth in any spelling', async () => {
    await signUp('taken@example.com');
    await expect(signUp('TAKEN@example.com')).rejects.toEqual(
      known('USER_EMAIL_ALREADY_EXISTS', {
        email: 'taken@example.com',
        would_work_if_email_was_verified: false,
      }),
    );
  });

  it('gives one account to fifty sign-ups with one address at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => signUp('race@example.com')));
    const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(failures).toEqual(Array.from({ length: 49 }, () => 'USER_EMAIL_ALREADY_EXISTS'));
    const list = await identity.users.listUsers(
      { query: 'race@example.com', desc: false, include_anonymous: true },
      project.server,
    );
    expect(list.items).toHaveLength(1);
  });

  it('checks in the order of the contract', async () => {
    const closed = await identity.newProject({ credential_enabled: false, sign_up_enabled: false });
    const all = {
      email: 'order@example.com',
      password: 'short',
      verification_callback_url: 'https://evil.com',
    };
    await expect(identity.passwords.signUpWithPassword(all, closed.client())).rejects.toEqual(
      known('PASSWORD_AUTHENTICATION_NOT_ENABLED'),
    );
    const noSignUp = await identity.newProject({ sign_up_enabled: false });
    await expect(identity.passwords.signUpWithPassword(all, noSignUp.client())).rejects.toEqual(
      known('REDIRECT_URL_NOT_WHITELISTED'),
    );
    const { verification_callback_url: _, ...short } = all;
    await expect(identity.passwords.signUpWithPassword(short, noSignUp.client())).rejects.toEqual(
      known('SIGN_UP_NOT_ENABLED'),
    );
    await signUp('order@example.com');
    await expect(signUp('order@example.com', 'short')).rejects.toEqual(
      known('PASSWORD_TOO_SHORT', { min_length: 8 }),
    );
    await expect(signUp('order@example.com', 'x'.repeat(71))).rejects.toEqual(
      known('PASSWORD_TOO_LONG', { maxLength: 70 }),
    );
    // 36 characters, 72 bytes.
    await expect(signUp('order@example.com', 'ü'.repeat(36))).rejects.toEqual(
      known('PASSWORD_TOO_LONG', { maxLength: 70 }),
    );
    await expect(signUp('order@example.com', '')).rejects.toEqual(
      known('PASSWORD_TOO_SHORT', { min_length: 8 }),
    );
  });

  it('emits user.created before session.created, and no mail without a callback', async () => {
    const { user_id } = await signUp();
    const events = await identity.events();
    expect(events.map((event) => event.type)).toEqual(['user.created', 'session.created']);
    expect(events[0]?.user).toMatchObject({ id: user_id, has_password: true });
    expect(events[1]?.session).toMatchObject({ user_id, reason: 'password' });
  });

  it('orders a verification mail when there is a trusted callback', async () => {
    const email = newEmail();
    const verification_callback_url = 'http://localhost:3000/verify?keep=1#end';
    await identity.passwords.signUpWithPassword(
      { email, password: PASSWORD, verification_callback_url },
      project.client(),
    );
    const mail = (await identity.events()).find((event) => event.type === 'email.requested');
    expect(mail?.email_requested).toMatchObject({ to: email, template_key: 'email_verification' });
    const variables = JSON.parse(identity.keyring.open(mail!.email_requested!.sealed_variables, mail!.id));
    const link = new URL(variables.emailVerificationLink);
    expect(link.searchParams.get('keep')).toBe('1');
    expect(link.hash).toBe('#end');
    const code = link.searchParams.get('code')!;
    await identity.contact_channels.verifyContactChannel({ code }, project.client());
    const [user] = (
      await identity.users.listUsers({ query: email, desc: false, include_anonymous: false }, project.server)
    ).items;
    expect(user?.primary_email_verified).toBe(true);
  });

  it('makes the anonymous caller a regular user with the same id', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    const anonymous = await team.createUser({ is_anonymous: true, client_metadata: { cart: [1] } });
    const before = await team.getUser(anonymous.id);
    const email = newEmail();
    const result = await signUp(
      email,
      PASSWORD,
      team.as('client', { user_id: anonymous.id, is_anonymous: true }),
    );
    expect(result).toMatchObject({ user_id: anonymous.id, is_new_user: true });
    expect(await team.getUser(anonymous.id)).toMatchObject({
      is_anonymous: false,
      client_metadata: { cart: [1] },
      primary_email: email,
    });
    const personal = await identity.teams.teams.getTeam({ team_id: before.selected_team_id! }, team.server);
    expect(personal.display_name).toBe(`${email}'s Team`);
    expect((await identity.events()).map((event) => event.type)).toContain('user.updated');
  });

  it('leaves an anonymous caller anonymous when the address is taken', async () => {
    const taken = newEmail();
    await signUp(taken);
    const anonymous = await project.createUser({ is_anonymous: true });
    await expect(signUp(taken, PASSWORD, project.as('client', { user_id: anonymous.id }))).rejects.toEqual(
      known('USER_EMAIL_ALREADY_EXISTS'),
    );
    expect(await project.getUser(anonymous.id)).toMatchObject({
      is_anonymous: true,
      primary_email: undefined,
    });
  });

  it('asks an upgraded user for the second factor it had set, and has upgraded it all the same', async () => {
    const anonymous = await project.createUser({ is_anonymous: true, totp_secret_base64: 'c2VjcmV0' });
    await expect(
      signUp(newEmail(), PASSWORD, project.as('client', { user_id: anonymous.id })),
    ).rejects.toEqual(known('MULTI_FACTOR_AUTHENTICATION_REQUIRED'));
    expect(await project.getUser(anonymous.id)).toMatchObject({ is_anonymous: false, has_password: true });
  });

  it('creates a separate account for a regular caller', async () => {
    const first = await signUp();
    const second = await signUp(newEmail(), PASSWORD, project.client(first.user_id));
    expect(second.user_id).not.toBe(first.user_id);
  });
});

describe('a session of a sign-in', () => {
  it('lasts 365 days from its creation, however often it is refreshed', async () => {
    const email = newEmail();
    const tokens = [(await signUp(email)).refresh_token, (await signIn(email)).refresh_token];
    identity.clock.advance(365 * 86_400_000 - 1);
    for (const token of tokens) await refresh(token);
    identity.clock.advance(1);
    for (const token of tokens)
      await expect(refresh(token)).rejects.toEqual(known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'));
  });
});

describe('access tokens', () => {
  it('carry exactly the claims of the contract and verify against the published keys', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    const { access_token, user_id } = await signUp('claims@example.com', PASSWORD, team.client());
    const { selected_team_id } = await team.getUser(user_id);
    const [session] = (await identity.sessions.listSessions({ user_id }, team.server)).items;
    const iat = Math.floor(identity.clock.now() / 1000);
    expect(decodeJwt(access_token)).toStrictEqual({
      sub: user_id,
      iss: `https://api.example.com/api/v1/projects/${team.id}`,
      aud: team.id,
      project_id: team.id,
      branch_id: 'main',
      refresh_token_id: session?.id,
      role: 'authenticated',
      name: null,
      email: 'claims@example.com',
      email_verified: false,
      selected_team_id,
      is_anonymous: false,
      iat,
      exp: iat + 600,
    });
    expect(selected_team_id).toEqual(expect.any(String));
    const { kid, ...header } = decodeProtectedHeader(access_token);
    expect(header).toEqual({ alg: 'ES256' });
    expect(kid).toMatch(/^[\w-]{12}$/);
    const jwks = await identity.signing_keys.getJwks({ include_anonymous: false }, team.system);
    await jwtVerify(access_token, createLocalJWKSet(jwks as never), {
      currentDate: new Date(identity.clock.now()),
    });
  });

  it('of anonymous users have an issuer, an audience and keys of their own', async () => {
    const anonymous = await project.createUser({ is_anonymous: true });
    const session = { user_id: anonymous.id, expires_in_millis: 1000, is_impersonation: false };
    const { access_token } = await identity.sessions.createSession(session, project.server);
    expect(decodeJwt(access_token)).toMatchObject({
      iss: `https://api.example.com/api/v1/projects-anonymous-users/${project.id}`,
      aud: `${project.id}:anon`,
      is_anonymous: true,
      email: null,
      email_verified: false,
    });
    const regular = await identity.signing_keys.getJwks({ include_anonymous: false }, project.system);
    const all = await identity.signing_keys.getJwks({ include_anonymous: true }, project.system);
    const { kid } = decodeProtectedHeader(access_token);
    expect(regular.keys.map((key) => key.kid)).not.toContain(kid);
    expect(all.keys.map((key) => key.kid)).toContain(kid);
  });
});

describe('password sign-in', () => {
  it('answers the same for an unknown address, an account without a password and a wrong password', async () => {
    const { user_id } = await signUp('known@example.com');
    await project.createUser({ primary_email: 'otp-only@example.com', primary_email_auth_enabled: true });
    for (const email of [
      'nobody@example.com',
      'otp-only@example.com',
      'known@example.com',
      'nul\0@example.com',
    ]) {
      await expect(signIn(email, 'wrong password')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    }
    expect((await signIn('known@example.com')).user_id).toBe(user_id);
  });

  it('lets each of fifty people who sign in at once into their own account, and keeps out who is wrong', async () => {
    const newPerson = async () => {
      const email = newEmail();
      return { email, id: (await signUp(email)).user_id };
    };
    const people = await Promise.all(Array.from({ length: 10 }, newPerson));
    const attempts = Array.from({ length: 50 }, (_, index) => ({
      ...people[index % people.length]!,
      isRight: index % 3 !== 0,
    }));
    const results = await Promise.allSettled(
      attempts.map(({ email, isRight }) => signIn(email, isRight ? PASSWORD : 'wrong password')),
    );
    for (const [index, { id, isRight }] of attempts.entries()) {
      const result = results[index]!;
      if (isRight) expect(result).toMatchObject({ status: 'fulfilled', value: { user_id: id } });
      else expect(result).toMatchObject({ reason: { code: 'EMAIL_PASSWORD_MISMATCH' } });
      if (result.status === 'fulfilled') expect(decodeJwt(result.value.access_token).sub).toBe(id);
    }
  });

  it('takes as long for an unknown address as for a wrong password', async () => {
    await signUp('timing@example.com');
    const timed = async (email: string): Promise<number> => {
      const start = performance.now();
      await signIn(email, 'wrong password').catch(() => undefined);
      return performance.now() - start;
    };
    const [unknown, wrong]: [number[], number[]] = [[], []];
    // In turns, so that whatever else the machine does slows both down.
    for (let i = 0; i < 25; i++) {
      unknown.push(await timed('nobody@example.com'));
      wrong.push(await timed('timing@example.com'));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[12]!;
    const ratio = median(unknown) / median(wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  it('ignores addresses that are not used for auth', async () => {
    await project.createUser({ primary_email: 'shared@example.com' });
    const { user_id } = await signUp('shared@example.com');
    expect((await signIn('shared@example.com')).user_id).toBe(user_id);
  });

  it('is refused while the project has passwords switched off, from the next request on', async () => {
    const own = await identity.newProject();
    await signUp('flag@example.com', PASSWORD, own.client());
    const turn = (on: boolean) =>
      identity.config.overrideConfig(
        { config_override_string: JSON.stringify({ 'auth.password.allowSignIn': on }) },
        own.admin,
      );
    await turn(false);
    await expect(signIn('flag@example.com', PASSWORD, own.client())).rejects.toEqual(
      known('PASSWORD_AUTHENTICATION_NOT_ENABLED'),
    );
    await turn(true);
    await signIn('flag@example.com', PASSWORD, own.client());
  });

  it('asks for the second factor of a user who has one', async () => {
    const { user_id } = await signUp('mfa@example.com');
    await project.updateUser(user_id, { totp_secret_base64: 'c2VjcmV0' });
    const error = await signIn('mfa@example.com').catch((reason: unknown) => reason);
    expect(error).toEqual(
      known('MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
        attempt_code: expect.stringMatching(/^[0-9a-z]{45}$/),
      }),
    );
    const { attempt_code } = (error as { details: { attempt_code: string } }).details;
    const [stored] = await sql(identity.db).query('select * from verification_codes where code_hash = $1', [
      sha256Hex(attempt_code),
    ]);
    expect(stored).toMatchObject({ type: 'mfa', data: { user_id, is_new_user: false } });
    expect(JSON.stringify(stored)).not.toContain(attempt_code);
  });

  it('costs two statements', async () => {
    await signUp('statements@example.com');
    await signIn('statements@example.com');
    const before = statementCounts().total;
    await signIn('statements@example.com');
    expect(statementCounts().total - before).toBe(2);
  });

  it('knows no user of another project', async () => {
    await signUp('tenant@example.com');
    const other = await identity.newProject();
    await expect(signIn('tenant@example.com', PASSWORD, other.client())).rejects.toEqual(
      known('EMAIL_PASSWORD_MISMATCH'),
    );
    const unknown = identity.testProject('does-not-exist').client();
    await expect(signIn('tenant@example.com', PASSWORD, unknown)).rejects.toEqual(
      known('CURRENT_PROJECT_NOT_FOUND'),
    );
  });
});

describe('hashes of other systems', () => {
  const salt = Buffer.from('0123456789abcdef');
  const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const ab64 = (bytes: Buffer) => b64(bytes).replace(/\+/g, '.');
  const hashes: Record<string, () => string | Promise<string>> = {
    'bcrypt $2b$': () => bcrypt(PASSWORD, { cost: 4 }),
    'bcrypt $2y$': async () => (await bcrypt(PASSWORD, { cost: 4 })).replace('$2b$', '$2y$'),
    'bcrypt $2a$': async () => (await bcrypt(PASSWORD, { cost: 4 })).replace('$2b$', '$2a$'),
    'argon2id with other parameters': () => argon2(PASSWORD, { memoryCost: 8192, timeCost: 3 }),
    argon2i: () => argon2(PASSWORD, { memoryCost: 4096, timeCost: 3, algorithm: 1 }),
    scrypt: () => `$scrypt$ln=10,r=8,p=1$${b64(salt)}$${b64(scryptSync(PASSWORD, salt, 32, { N: 1024 }))}`,
    'pbkdf2 (passlib)': () =>
      `$pbkdf2-sha256$1000$${ab64(salt)}$${ab64(pbkdf2Sync(PASSWORD, salt, 1000, 32, 'sha256'))}`,
    'pbkdf2 (PHC)': () =>
      `$pbkdf2-sha512$i=1000,l=64$${b64(salt)}$${b64(pbkdf2Sync(PASSWORD, salt, 1000, 64, 'sha512'))}`,
    'pbkdf2 (Django)': () =>
      `pbkdf2_sha256$1000$saltysalt$${pbkdf2Sync(PASSWORD, 'saltysalt', 1000, 32, 'sha256').toString('base64')}`,
  };
  for (const [name, make] of Object.entries(hashes)) {
    it(`sign in once with ${name}, and are ours afterwards`, async () => {
      const email = newEmail();
      const password_hash = await make();
      const { id } = await project.createUser({
        primary_email: email,
        primary_email_auth_enabled: true,
        password_hash,
      });
      await expect(signIn(email, 'wrong horse')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
      await signIn(email);
      const [row] = await sql(identity.db).query<{ password_hash: string }>(
        'select password_hash from users where id = $1',
        [id],
      );
      expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect((await signIn(email)).user_id).toBe(id);
    });
  }

  it('are refused when nobody could verify them', async () => {
    const refused = [
      '',
      'plain',
      '$2b$17$abcdefghijklmnopqrstuuE1.1pSTGH6rGuSsZwdqmV3o2TjH5eL2',
      '$argon2id$v=19$m=9999999,t=9,p=1$c2FsdHNhbHQxMjM$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '$scrypt$ln=30,r=8,p=1$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ];
    for (const password_hash of refused) {
      await expect(project.createUser({ password_hash })).rejects.toEqual(status(400));
    }
  });

  it('do not match a password that only begins like theirs', async () => {
    const email = newEmail();
    const long = 'a'.repeat(72);
    const user = { primary_email: email, primary_email_auth_enabled: true };
    await project.createUser({ ...user, password_hash: await bcrypt(long, { cost: 4 }) });
    await expect(signIn(email, `${long}b`)).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    const other = newEmail();
    await project.createUser({
      ...user,
      primary_email: other,
      password_hash: await bcrypt('before', { cost: 4 }),
    });
    await expect(signIn(other, 'before\0after')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
  });
});

describe('passwords as they are', () => {
  it('may hold NUL characters and do not end at them', async () => {
    const email = newEmail();
    await signUp(email, 'before\0after!');
    await signIn(email, 'before\0after!');
    await expect(signIn(email, 'before\0other!')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    await expect(signIn(email, 'before')).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
  });
});

describe('password update', () => {
  const start = async () => {
    const email = newEmail();
    const a = await signUp(email);
    const b = await signIn(email);
    const session_id = decodeJwt(b.access_token).refresh_token_id as string;
    return { email, a, b, call: project.client(a.user_id, session_id) };
  };
  const update = (call: ReturnType<TestProject['client']>, more: object = {}) =>
    identity.passwords.updatePassword(
      { old_password: PASSWORD, new_password: 'a new password', ...more },
      call,
    );

  it('ends every session but the one of the given refresh token', async () => {
    const { email, a, b, call } = await start();
    await update(call, { refresh_token: a.refresh_token });
    await refresh(a.refresh_token);
    await expect(refresh(b.refresh_token)).rejects.toEqual(known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'));
    await expect(signIn(email)).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    await signIn(email, 'a new password');
  });

  it('keeps the session of the access token when no refresh token is given', async () => {
    const { a, b, call } = await start();
    await update(call);
    await refresh(b.refresh_token);
    await expect(refresh(a.refresh_token)).rejects.toEqual(known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'));
  });

  it('checks length, then presence, then the old password', async () => {
    const { call } = await start();
    await expect(update(call, { old_password: 'wrong', new_password: 'short' })).rejects.toEqual(
      known('PASSWORD_TOO_SHORT'),
    );
    await expect(update(call, { old_password: 'wrong' })).rejects.toEqual(
      known('PASSWORD_CONFIRMATION_MISMATCH'),
    );
    const without = await project.createUser({});
    await expect(update(project.client(without.id))).rejects.toEqual(known('USER_DOES_NOT_HAVE_PASSWORD'));
  });

  it('lets one of two concurrent changes win', async () => {
    const { call } = await start();
    const results = await Promise.allSettled([
      update(call, { new_password: 'first password' }),
      update(call, { new_password: 'other password' }),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('password set', () => {
  it('gives a first password, keeps sessions, and refuses a second time', async () => {
    const email = newEmail();
    const user = await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const session = { user_id: user.id, expires_in_millis: 60_000, is_impersonation: false };
    const { refresh_token } = await identity.sessions.createSession(session, project.server);
    const set = (password: string) => identity.passwords.setPassword({ password }, project.client(user.id));
    await expect(set('short')).rejects.toEqual(known('PASSWORD_TOO_SHORT'));
    await set(PASSWORD);
    await refresh(refresh_token);
    await signIn(email);
    await expect(set('another password')).rejects.toEqual(status(400));
  });
});

describe('too many sign-ins at once', () => {
  it('answer 503 with Retry-After instead of queueing without end', async () => {
    const small = await startIdentity('hashing_queue', {
      env: { PORTICO_PASSWORD_HASHING_THREADS: '1', PORTICO_PASSWORD_HASHING_QUEUE: '3' },
    });
    try {
      const own = await small.newProject();
      const attempt = () =>
        small.passwords.signInWithPassword({ email: 'a@example.com', password: PASSWORD }, own.client());
      const results = await Promise.allSettled(Array.from({ length: 12 }, attempt));
      const reasons = results.map((one) => (one.status === 'rejected' ? one.reason : undefined));
      const refused = reasons.filter((reason) => reason?.status === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0].headers).toEqual({ 'retry-after': expect.stringMatching(/^\d+$/) });
      expect(
        reasons.filter((reason) => reason?.code === 'EMAIL_PASSWORD_MISMATCH').length,
      ).toBeGreaterThanOrEqual(4);
    } finally {
      await small.stop();
    }
  });
});
