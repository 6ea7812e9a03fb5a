import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project } from '../project.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const create = (fields: object) => project.server.post('/users', fields);
const update = (id: string, fields: object) => project.server.patch(`/users/${id}`, fields);
const signIn = (email: string, password: string) =>
  project.client.post('/auth/password/sign-in', { email, password });

const SERVER_VIEW = {
  id: expect.any(String) as string,
  display_name: null,
  primary_email: null,
  primary_email_verified: false,
  primary_email_auth_enabled: false,
  profile_image_url: null,
  signed_up_at_millis: expect.any(Number) as number,
  last_active_at_millis: expect.any(Number) as number,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  has_password: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  auth_with_email: false,
  requires_totp_mfa: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  is_anonymous: false,
};

describe('POST /users', () => {
  it('with an empty object makes a user of defaults', async () => {
    const before = Date.now();
    const user = ok(await create({}), 201);
    expect(user).toEqual(SERVER_VIEW);
    expect(user.last_active_at_millis).toBe(user.signed_up_at_millis);
    expect(user.signed_up_at_millis).toBeGreaterThan(before - 60_000);
  });

  it('keeps what is given, and reads it back', async () => {
    const email = newEmail();
    const fields = {
      display_name: 'Mira Okafor',
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      profile_image_url: 'https://cdn.example/mira.webp',
      client_metadata: { theme: 'dark' },
      client_read_only_metadata: [1, null],
      server_metadata: 'text',
    };
    const user = ok(await create({ ...fields, password: PASSWORD }), 201);
    expect(user).toEqual({ ...SERVER_VIEW, ...fields, has_password: true, auth_with_email: true });
    expect(ok(await project.server.get(`/users/${user.id as string}`))).toEqual(user);
    ok(await signIn(email, PASSWORD));
  });

  it('checks in order: both password kinds, hash, flags without email, taken email', async () => {
    expectText(await create({ password: 'a', password_hash: 'b' }), 400);
    expectText(await create({ password: null, password_hash: 'b' }), 400);
    expectText(await create({ password_hash: 'plain text' }), 400);
    expectText(await create({ primary_email_auth_enabled: true }), 400);
    expectText(await create({ primary_email_verified: true }), 400);
    const primary_email = newEmail();
    ok(await create({ primary_email, primary_email_auth_enabled: true }), 201);
    expectKnown(
      await create({ primary_email: primary_email.toUpperCase(), primary_email_auth_enabled: true }),
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      { email: primary_email, would_work_if_email_was_verified: false },
    );
  });

  it('two users may have one address as long as one of them signs in with it', async () => {
    for (const first of [true, false]) {
      const primary_email = newEmail();
      const flags = [first, !first];
      for (const primary_email_auth_enabled of flags)
        ok(await create({ primary_email, primary_email_auth_enabled, password: PASSWORD }), 201);
      ok(await signIn(primary_email, PASSWORD));
    }
  });

  it('takes hashes of other systems', async () => {
    const hashes = {
      // "password" with cost 4, then 13.
      bcrypt: '$2b$04$gW3gEMcD7sJcj5zJ6G4EQ.S3hjoLpxj1Zz3n3Cw8kJzZ6gBwz9z2q',
    };
    expect(hashes.bcrypt).toHaveLength(60);
    ok(await create({ primary_email: newEmail(), password_hash: hashes.bcrypt }), 201);
    expectText(await create({ password_hash: hashes.bcrypt.replace('$04$', '$17$') }), 400);
  });

  it('takes passwords of any length up to 70', async () => {
    const primary_email = newEmail();
    ok(await create({ primary_email, primary_email_auth_enabled: true, password: 'x' }), 201);
    ok(await signIn(primary_email, 'x'));
    ok(await create({ password: 'p'.repeat(70) }), 201);
    expectKnown(await create({ password: 'p'.repeat(71) }), 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
    expectKnown(await create({ password: 'ü'.repeat(70) }), 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
  });

  it('a selected team must be one of the user, so a new user can have none', async () => {
    expect(ok(await create({ selected_team_id: null }), 201).selected_team_id).toBe(null);
    const team_id = await project.newTeam();
    const answer = await create({ selected_team_id: team_id });
    expectKnown(answer, 404, 'TEAM_MEMBERSHIP_NOT_FOUND', { team_id, user_id: expect.any(String) as string });
  });

  it('turns the second factor on with a secret', async () => {
    expect(ok(await create({ totp_secret_base64: 'QUJDREVGR0hJSg==' }), 201).requires_totp_mfa).toBe(true);
  });

  it('works while sign-up is switched off', async () => {
    const closed = await newProject({ sign_up_enabled: false });
    ok(await closed.server.post('/users', { primary_email: newEmail() }), 201);
  });
});

describe('GET /users/{id}', () => {
  it('404 USER_NOT_FOUND for an unknown user and for one of another project', async () => {
    const id = await project.newUser();
    for (const server of [other.server, other.admin])
      expectKnown(await server.get(`/users/${id}`), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.get(`/users/${newUuid()}`), 404, 'USER_NOT_FOUND');
  });

  it('reads anonymous users without any flag', async () => {
    const id = await project.newUser({ is_anonymous: true });
    expect(ok(await project.server.get(`/users/${id}`)).is_anonymous).toBe(true);
  });
});

describe('PATCH /users/{id}', () => {
  it('changes what is sent and keeps the rest; {} changes nothing', async () => {
    const id = await project.newUser({
      display_name: 'Mira',
      client_metadata: { a: 1, b: 2 },
      server_metadata: 1,
    });
    const before = ok(await update(id, {}));
    expect(before).toEqual(ok(await project.server.get(`/users/${id}`)));
    const after = ok(await update(id, { client_metadata: { c: 3 }, server_metadata: null }));
    expect(after).toEqual({ ...before, client_metadata: { c: 3 }, server_metadata: null });
  });

  it('404 USER_NOT_FOUND for an unknown user and for one of another project', async () => {
    const id = await project.newUser();
    expectKnown(await other.server.patch(`/users/${id}`, { display_name: 'x' }), 404, 'USER_NOT_FOUND');
    expect(ok(await project.server.get(`/users/${id}`)).display_name).toBe(null);
    expectKnown(await update(newUuid(), {}), 404, 'USER_NOT_FOUND');
  });

  it('a new primary email replaces the value, keeps the verified flag and signs in', async () => {
    const [old, fresh] = [newEmail(), newEmail()];
    const fields = { primary_email_verified: true, primary_email_auth_enabled: true, password: PASSWORD };
    const id = await project.newUser({ primary_email: old, ...fields });
    const user = ok(await update(id, { primary_email: fresh }));
    expect(user).toMatchObject({
      primary_email: fresh,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    ok(await signIn(fresh, PASSWORD));
    expectKnown(await signIn(old, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('a null primary email leaves the ways to sign in alone', async () => {
    const id = await project.newUser({
      primary_email: newEmail(),
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: PASSWORD,
    });
    expect(ok(await update(id, { primary_email: null }))).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      has_password: true,
      auth_with_email: true,
    });
    ok(await update(id, { primary_email: null }));
    expectText(await update(id, { primary_email_auth_enabled: true }), 400);
    expectText(await update(id, { primary_email_verified: true }), 400);
  });

  it('an address that somebody signs in with is USER_EMAIL_ALREADY_EXISTS, for the value and for the flag', async () => {
    const email = newEmail();
    await project.newUser({ primary_email: email, primary_email_auth_enabled: true });
    const details = { email, would_work_if_email_was_verified: false };
    const id = await project.newUser({ primary_email: newEmail(), primary_email_auth_enabled: true });
    expectKnown(await update(id, { primary_email: email }), 409, 'USER_EMAIL_ALREADY_EXISTS', details);
    const quiet = await project.newUser({ primary_email: email });
    expectKnown(
      await update(quiet, { primary_email_auth_enabled: true }),
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      details,
    );
  });

  it('a password given, cleared or hashed ends all sessions', async () => {
    const user = await project.signUp();
    const second = await project.newSession(user.id);
    expect(ok(await update(user.id, { password: 'another password' })).has_password).toBe(true);
    for (const { refresh_token } of [user, second]) {
      const headers = { 'x-stack-refresh-token': refresh_token };
      const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
      expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    }
    ok(await signIn(user.email, 'another password'));
    expectKnown(await signIn(user.email, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
    expect(ok(await update(user.id, { password: null })).has_password).toBe(false);
    expectKnown(await signIn(user.email, 'another password'), 400, 'EMAIL_PASSWORD_MISMATCH');
  });

  it('cannot make a user anonymous or give a passkey', async () => {
    const id = await project.newUser();
    expectSchemaError(await update(id, { is_anonymous: true }), 'body.is_anonymous');
    expectText(await update(id, { passkey_auth_enabled: true }), 400);
    ok(await update(id, { is_anonymous: false, passkey_auth_enabled: false }));
  });

  it('a first password needs an address', async () => {
    const id = await project.newUser();
    expectText(await update(id, { password: PASSWORD }), 400);
    expectKnown(await update(id, { password: 'p'.repeat(71) }), 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
  });

  it('a second factor is turned on by a secret and off by null', async () => {
    const id = await project.newUser();
    expect(ok(await update(id, { totp_secret_base64: 'QUJDREVGR0hJSg==' })).requires_totp_mfa).toBe(true);
    expect(ok(await update(id, { totp_secret_base64: null })).requires_totp_mfa).toBe(false);
  });

  it('selects a team of the user and no other; null clears', async () => {
    const id = await project.newUser();
    const [own, foreign] = [await project.newTeam({ creator_user_id: id }), await project.newTeam()];
    const selected = ok(await update(id, { selected_team_id: own }));
    expect(selected.selected_team).toEqual(ok(await project.server.get(`/teams/${own}`)));
    for (const team_id of [foreign, newUuid()])
      expectKnown(await update(id, { selected_team_id: team_id }), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', {
        team_id,
        user_id: id,
      });
    expect(ok(await project.server.get(`/users/${id}`)).selected_team_id).toBe(own);
    expect(ok(await update(id, { selected_team_id: null }))).toMatchObject({
      selected_team_id: null,
      selected_team: null,
    });
  });

  it('an anonymous user upgraded without a name keeps "Personal Team"', async () => {
    const teams = await newProject({ create_team_on_sign_up: true });
    const name = async (id: string) =>
      ok(await teams.server.get('/teams', { query: { user_id: id } })).items[0].display_name as string;
    const id = await teams.newUser({ is_anonymous: true });
    expect(await name(id)).toBe('Personal Team');
    ok(await teams.server.patch(`/users/${id}`, { is_anonymous: false }));
    expect(await name(id)).toBe('Personal Team');
    const named = await teams.newUser({ is_anonymous: true });
    ok(await teams.server.patch(`/users/${named}`, { is_anonymous: false, display_name: 'Mira' }));
    expect(await name(named)).toBe("Mira's Team");
  });
});

describe('DELETE /users/{id}', () => {
  it('ends sessions and memberships, keeps teams; another project cannot', async () => {
    const user = await project.signUp();
    const team = await project.newTeam({ creator_user_id: user.id });
    expectKnown(await other.server.delete(`/users/${user.id}`), 404, 'USER_NOT_FOUND');
    expect(ok(await project.server.delete(`/users/${user.id}`))).toEqual({ success: true });
    expectKnown(await project.server.get(`/users/${user.id}`), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.delete(`/users/${user.id}`), 404, 'USER_NOT_FOUND');
    const headers = { 'x-stack-refresh-token': user.refresh_token };
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    expectKnown(await signIn(user.email, PASSWORD), 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await project.server.get(`/teams/${team}`));
    expect(ok(await project.server.get('/users', { query: { team_id: team } })).items).toEqual([]);
    expect(ok(await project.server.get('/contact-channels', { query: { user_id: user.id } })).items).toEqual(
      [],
    );
    // The address is free again.
    await project.signUp(user.email);
  });
});

describe('an address longer than mail can carry', () => {
  it('is refused in words', async () => {
    const primary_email = `${Array.from({ length: 200 }, newUuid).join('')}@example.com`;
    expectText(await project.server.post('/users', { primary_email }), 400);
    const id = await project.newUser();
    expectText(await project.server.patch(`/users/${id}`, { primary_email }), 400);
  });
});

describe('personal teams', () => {
  it('are made for every new user when the project wants them, and selected', async () => {
    const teams = await newProject({ create_team_on_sign_up: true });
    const created = ok(
      await teams.server.post('/users', { display_name: 'Mira', primary_email: newEmail() }),
      201,
    );
    // The answer is the user before the team exists.
    expect(created).toMatchObject({ selected_team_id: null, selected_team: null });
    const read = ok(await teams.server.get(`/users/${created.id as string}`));
    expect(read.selected_team).toMatchObject({
      id: read.selected_team_id as string,
      display_name: "Mira's Team",
    });
    const user = await teams.signUp();
    const mine = ok(await teams.as('client', user).get('/users/me'));
    expect(mine.selected_team.display_name).toBe(`${user.email}'s Team`);
    const held = ok(await teams.as('client', user).get('/team-permissions', { query: { user_id: 'me' } }));
    expect(held.items).toEqual([
      { id: 'team_admin', team_id: mine.selected_team_id as string, user_id: user.id },
    ]);
  });
});
