import { sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { unavailable } from '@portico/platform/errors';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryProvisioning } from '../jobs/retry-provisioning.ts';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;
let teamsAway = false;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('users', {
    wrap: (neighbours) => {
      const { provisioning } = neighbours.teams;
      const away =
        <A extends unknown[], R>(rpc: (...all: A) => Promise<R>) =>
        async (...all: A): Promise<R> => {
          if (teamsAway) throw unavailable();
          return rpc(...all);
        };
      const wrapped = {
        ...provisioning,
        provisionUser: away(provisioning.provisionUser),
        deprovisionUser: away(provisioning.deprovisionUser),
      };
      return { ...neighbours, teams: { ...neighbours.teams, provisioning: wrapped } };
    },
  });
  project = await identity.newProject({
    magic_link_enabled: true,
    oauth_providers: [{ id: 'spotify', type: 'shared' }],
  });
});
afterAll(() => identity?.stop());
beforeEach(async () => {
  teamsAway = false;
  await identity.events();
});

const newEmail = () => `user-${(count += 1)}@example.com`;
const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const USED = { would_work_if_email_was_verified: false };
const session = (user_id: string, call = project.server) =>
  identity.sessions.createSession({ user_id, expires_in_millis: 60_000, is_impersonation: false }, call);
const refresh = (refresh_token: string) =>
  identity.sessions.refreshSession({ refresh_token }, project.client());
const list = (more: object = {}, call = project.server) =>
  identity.users.listUsers({ desc: false, include_anonymous: false, ...more }, call);
const ids = async (more: object = {}, call = project.server) =>
  (await list(more, call)).items.map((user) => user.id);

describe('creating a user', () => {
  it('with nothing gives every field its default', async () => {
    const user = await project.createUser({});
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      display_name: undefined,
      primary_email: undefined,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      profile_image_url: undefined,
      signed_up_at_millis: identity.clock.now(),
      last_active_at_millis: identity.clock.now(),
      client_metadata: null,
      client_read_only_metadata: null,
      server_metadata: null,
      has_password: false,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      auth_with_email: false,
      requires_totp_mfa: false,
      oauth_providers: [],
      selected_team_id: undefined,
      is_anonymous: false,
    });
  });

  it('stores every field, normalises the address, and links accounts', async () => {
    const user = await project.createUser({
      display_name: 'Mira',
      primary_email: ' Mira@Lumen.TEST ',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      client_metadata: { theme: 'dark', nested: [1, null, { Ü: 'x' }] },
      client_read_only_metadata: 'text',
      server_metadata: 0,
      otp_auth_enabled: true,
      password: 'x',
      totp_secret_base64: 'c2VjcmV0',
      profile_image_url: 'http://cdn.example.com/a.png',
      oauth_providers: [{ id: 'spotify', account_id: '583231', email: 'mira@lumen.test' }],
    });
    expect(await project.getUser(user.id)).toMatchObject({
      display_name: 'Mira',
      primary_email: 'mira@lumen.test',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      client_metadata: { theme: 'dark', nested: [1, null, { Ü: 'x' }] },
      client_read_only_metadata: 'text',
      server_metadata: 0,
      otp_auth_enabled: true,
      has_password: true,
      auth_with_email: true,
      requires_totp_mfa: true,
      profile_image_url: 'http://cdn.example.com/a.png',
      oauth_providers: [
        {
          id: 'spotify',
          account_id: '583231',
          email: 'mira@lumen.test',
          type: 'spotify',
          provider_user_id: '583231',
        },
      ],
    });
    const stored = await sql(identity.db).query('select * from users where id = $1', [user.id]);
    expect(JSON.stringify(stored)).not.toContain('c2VjcmV0');
  });

  it('takes an empty name for none, and metadata with NUL characters as it is', async () => {
    const user = await project.createUser({ display_name: '', client_metadata: { 'a\0b': 'c\0d' } });
    expect(await project.getUser(user.id)).toMatchObject({
      display_name: undefined,
      client_metadata: { 'a\0b': 'c\0d' },
    });
    await expect(project.createUser({ display_name: 'a\0b' })).rejects.toEqual(status(400));
  });

  it('accepts one address several times, but for auth once, in either order', async () => {
    const email = newEmail();
    await project.createUser({ primary_email: email });
    await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    await project.createUser({ primary_email: email });
    await expect(
      project.createUser({ primary_email: email.toUpperCase(), primary_email_auth_enabled: true }),
    ).rejects.toEqual(known('USER_EMAIL_ALREADY_EXISTS', { email, ...USED }));
  });

  it('checks in the order of the contract', async () => {
    const taken = newEmail();
    await project.createUser({ primary_email: taken, primary_email_auth_enabled: true });
    const hash = await bcrypt('password', { cost: 4 });
    const refused = async (user: object, error: unknown) =>
      expect(project.createUser(user)).rejects.toEqual(error);
    const text = (words: RegExp) =>
      expect.objectContaining({ status: 400, message: expect.stringMatching(words) });
    await refused({ password: 'a', password_hash: hash, primary_email_auth_enabled: true }, text(/not both/));
    await expect(
      identity.users.createUser(
        {
          user: { password_hash: hash, oauth_providers: [] } as never,
          update_mask: ['password', 'password_hash'],
        },
        project.server,
      ),
    ).rejects.toEqual(text(/not both/));
    await refused({ password_hash: 'md5', primary_email_auth_enabled: true }, text(/unsupported/));
    await refused({ password: 'x'.repeat(71) }, known('PASSWORD_TOO_LONG', { maxLength: 70 }));
    await refused(
      { primary_email_auth_enabled: true, primary_email_verified: true },
      text(/used for authentication/),
    );
    await refused({ primary_email_verified: true }, text(/verified/));
    const conflict = {
      primary_email: taken,
      primary_email_auth_enabled: true,
      profile_image_url: 'data:nope',
    };
    await refused(conflict, known('USER_EMAIL_ALREADY_EXISTS'));
    await refused(
      { profile_image_url: 'data:nope', oauth_providers: [{ id: 'nope', account_id: '1' }] },
      text(/image/),
    );
    await refused({ oauth_providers: [{ id: 'nope', account_id: '1' }] }, text(/"nope"/));
    const closed = await identity.newProject({ credential_enabled: false });
    await expect(closed.createUser({ password: 'a', otp_auth_enabled: true })).rejects.toEqual(
      text(/Password/),
    );
    await expect(closed.createUser({ otp_auth_enabled: true })).rejects.toEqual(text(/Magic/));
    await closed.createUser({ password: undefined });
  });

  it('accepts bcrypt of cost 13 and refuses cost 17', async () => {
    const hash = (cost: number) => `$2b$${cost}$${'a'.repeat(53)}`;
    expect(await project.createUser({ password_hash: hash(13) })).toMatchObject({ has_password: true });
    await expect(project.createUser({ password_hash: hash(17) })).rejects.toEqual(status(400));
  });

  it('leaves nothing when an account is taken for sign-in', async () => {
    const accounts = [{ id: 'spotify', account_id: 'taken' }];
    await project.createUser({ oauth_providers: accounts });
    const email = newEmail();
    await expect(project.createUser({ primary_email: email, oauth_providers: accounts })).rejects.toEqual(
      known('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'),
    );
    expect(await ids({ query: email })).toEqual([]);
  });

  it('refuses a selected team, for a new user is in none', async () => {
    const team_id = newUuid();
    await expect(project.createUser({ selected_team_id: team_id })).rejects.toEqual(
      known('TEAM_MEMBERSHIP_NOT_FOUND', { team_id, user_id: expect.any(String) }),
    );
  });

  it('answers before the personal team, which the next read shows as selected', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    const names = [
      [{ display_name: 'Ada' }, "Ada's Team"],
      [{ primary_email: 'ada@example.com' }, "ada@example.com's Team"],
      [{ is_anonymous: true }, 'Personal Team'],
    ] as const;
    for (const [user, name] of names) {
      const created = await team.createUser(user);
      expect(created.selected_team_id).toBeUndefined();
      const { selected_team_id } = await team.getUser(created.id);
      const personal = await identity.teams.teams.getTeam({ team_id: selected_team_id! }, team.server);
      expect(personal.display_name).toBe(name);
    }
  });

  it('grants the default project permissions', async () => {
    const own = await identity.newProject();
    const override = {
      'rbac.permissions.beta': { scope: 'project' },
      'rbac.defaultPermissions.signUp': { beta: true },
    };
    await identity.config.overrideConfig({ config_override_string: JSON.stringify(override) }, own.admin);
    const { id } = await own.createUser({});
    const granted = await identity.teams.permissions.listProjectPermissions(
      { user_id: id, recursive: false },
      own.server,
    );
    expect(granted.items).toEqual([{ id: 'beta', user_id: id }]);
  });

  it('succeeds while the teams service is away, which is made up for later', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    teamsAway = true;
    const { id } = await team.createUser({ display_name: 'Late' });
    expect((await team.getUser(id)).selected_team_id).toBeUndefined();
    teamsAway = false;
    const retry = retryProvisioning({ db: identity.db, teams: identity.teams, clock: identity.clock });
    await retry();
    expect((await team.getUser(id)).selected_team_id).toBeUndefined();
    identity.clock.advance(6_000);
    await retry();
    await retry();
    expect((await team.getUser(id)).selected_team_id).toEqual(expect.any(String));
    const teams = await identity.teams.teams.listTeams({ user_id: id }, team.server);
    expect(teams.items).toHaveLength(1);
  });

  it('emits user.created with the server view', async () => {
    const user = await project.createUser({ display_name: 'Eve', server_metadata: { a: 1 } });
    const events = await identity.events();
    expect(events).toMatchObject([
      { type: 'user.created', subject: user.id, project_id: project.id, actor: 'server' },
    ]);
    expect(events[0]?.user).toEqual(user);
  });
});

describe('reading a user', () => {
  it('is limited to the own one for clients', async () => {
    const [a, b] = [await project.createUser({}), await project.createUser({})];
    const read = (user_id: string, call: Parameters<typeof identity.users.getUser>[1]) =>
      identity.users.getUser({ user_id }, call);
    expect((await read(a.id, project.client(a.id))).id).toBe(a.id);
    await expect(read(b.id, project.client(a.id))).rejects.toEqual(status(403));
    await expect(read(b.id, project.client())).rejects.toEqual(known('CANNOT_GET_OWN_USER_WITHOUT_USER'));
  });

  it('knows neither users of other projects nor ids that are none', async () => {
    const { id } = await project.createUser({});
    const other = await identity.newProject();
    for (const user_id of [id, newUuid(), 'not-a-uuid', '']) {
      await expect(other.getUser(user_id)).rejects.toEqual(known('USER_NOT_FOUND'));
      expect(await identity.users.userExists({ user_id }, other.server)).toEqual({ exists: false });
    }
    expect(await identity.users.userExists({ user_id: id }, project.system)).toEqual({ exists: true });
  });
});

describe('updating a user', () => {
  it('tells absent, null and value apart', async () => {
    const user = await project.createUser({
      display_name: 'Mira',
      client_metadata: { a: 1 },
      server_metadata: { b: 2 },
    });
    await project.updateUser(user.id, { client_metadata: { c: 3 } });
    expect(await project.getUser(user.id)).toMatchObject({
      display_name: 'Mira',
      client_metadata: { c: 3 },
      server_metadata: { b: 2 },
    });
    await project.updateUser(user.id, { client_metadata: null, display_name: '' });
    expect(await project.getUser(user.id)).toMatchObject({
      display_name: undefined,
      client_metadata: null,
      server_metadata: { b: 2 },
    });
  });

  it('with nothing changes nothing, and still emits user.updated', async () => {
    const user = await project.createUser({ display_name: 'Same' });
    await identity.events();
    expect(await project.updateUser(user.id, {})).toEqual(user);
    expect((await identity.events()).map((event) => event.type)).toEqual(['user.updated']);
  });

  it('lets clients write their own fields only, and refuses the rest whole', async () => {
    const user = await project.createUser({ display_name: 'Before' });
    const call = project.client(user.id);
    expect(
      await project.updateUser(user.id, { display_name: 'After', client_metadata: 1 }, call),
    ).toMatchObject({ display_name: 'After' });
    for (const field of [
      'server_metadata',
      'client_read_only_metadata',
      'password',
      'is_anonymous',
      'primary_email',
    ]) {
      const refused = project.updateUser(user.id, { display_name: 'Never', [field]: 'x' }, call);
      await expect(refused).rejects.toEqual(status(400));
    }
    expect((await project.getUser(user.id)).display_name).toBe('After');
    const other = await project.createUser({});
    await expect(project.updateUser(other.id, { display_name: 'x' }, call)).rejects.toEqual(status(403));
  });

  it('keeps the verified flag when the address changes, and sign-in follows', async () => {
    const [old, fresh] = [newEmail(), newEmail()];
    const user = await project.createUser({
      primary_email: old, primary_email_verified: true, primary_email_auth_enabled: true, password: 'long password',
    }); // prettier-ignore
    expect(await project.updateUser(user.id, { primary_email: fresh.toUpperCase() })).toMatchObject({
      primary_email: fresh,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    const signIn = (email: string) =>
      identity.passwords.signInWithPassword({ email, password: 'long password' }, project.client());
    expect((await signIn(fresh)).user_id).toBe(user.id);
    await expect(signIn(old)).rejects.toEqual(known('EMAIL_PASSWORD_MISMATCH'));
    expect(await ids({ query: old })).toEqual([]);
    expect(await ids({ query: fresh })).toEqual([user.id]);
  });

  it('refuses an address that is used for auth, also when only the flag changes', async () => {
    const email = newEmail();
    await project.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const user = await project.createUser({ primary_email: newEmail(), primary_email_auth_enabled: true });
    const conflict = known('USER_EMAIL_ALREADY_EXISTS', { email, ...USED });
    await expect(project.updateUser(user.id, { primary_email: email })).rejects.toEqual(conflict);
    const second = await project.createUser({ primary_email: email });
    await expect(project.updateUser(second.id, { primary_email_auth_enabled: true })).rejects.toEqual(
      conflict,
    );
    const third = await project.createUser({});
    await expect(
      project.updateUser(third.id, { primary_email: email, primary_email_auth_enabled: true }),
    ).rejects.toEqual(conflict);
  });

  it('removes the primary address on null and leaves the ways to sign in', async () => {
    const user = await project.createUser({
      primary_email: newEmail(), primary_email_verified: true, primary_email_auth_enabled: true,
      otp_auth_enabled: true, password: 'x',
    }); // prettier-ignore
    expect(await project.updateUser(user.id, { primary_email: null })).toMatchObject({
      primary_email: undefined,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      otp_auth_enabled: true,
      has_password: true,
      auth_with_email: true,
    });
    await project.updateUser(user.id, { primary_email: null });
    await expect(project.updateUser(user.id, { primary_email_verified: true })).rejects.toEqual(status(400));
    await expect(project.updateUser(user.id, { primary_email_auth_enabled: true })).rejects.toEqual(
      status(400),
    );
  });

  it('promotes an address that the user has already', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const user = await project.createUser({ primary_email: first });
    await sql(identity.db).execute(
      `insert into contact_channels (project_id, branch_id, id, user_id, type, value, created_at_millis)
       values ($1, 'main', $2, $3, 'email', $4, 1)`,
      [project.id, newUuid(), user.id, second],
    );
    expect(await project.updateUser(user.id, { primary_email: second })).toMatchObject({
      primary_email: second,
    });
    const channels = await identity.contact_channels.listContactChannels(
      { user_id: user.id },
      project.server,
    );
    expect(channels.items.filter((channel) => channel.is_primary)).toHaveLength(1);
  });

  it('ends all sessions when the password changes, also to null', async () => {
    const user = await project.createUser({ primary_email: newEmail(), primary_email_auth_enabled: true });
    for (const change of [
      { password: 'another' },
      { password: null },
      { password_hash: `$2b$10$${'a'.repeat(53)}` },
    ]) {
      const { refresh_token } = await session(user.id);
      await refresh(refresh_token);
      expect((await project.updateUser(user.id, change)).has_password).toBe(change.password !== null);
      await expect(refresh(refresh_token)).rejects.toEqual(known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'));
    }
    const { refresh_token } = await session(user.id);
    await project.updateUser(user.id, { display_name: 'x' });
    await refresh(refresh_token);
  });

  it('checks in the order of the contract', async () => {
    const text = (words: RegExp) =>
      expect.objectContaining({ status: 400, message: expect.stringMatching(words) });
    const unknown = newUuid();
    await expect(project.updateUser(unknown, { password_hash: 'md5' })).rejects.toEqual(text(/unsupported/));
    await expect(project.updateUser(unknown, { profile_image_url: 'data:x' })).rejects.toEqual(
      known('USER_NOT_FOUND'),
    );
    const user = await project.createUser({});
    const team_id = newUuid();
    const all = {
      selected_team_id: team_id,
      primary_email_verified: true,
      passkey_auth_enabled: true,
      password: 'x',
      profile_image_url: 'data:x',
    };
    await expect(project.updateUser(user.id, all)).rejects.toEqual(
      known('TEAM_MEMBERSHIP_NOT_FOUND', { team_id, user_id: user.id }),
    );
    const { selected_team_id: _, ...flags } = all;
    await expect(project.updateUser(user.id, flags)).rejects.toEqual(text(/verified/));
    const { primary_email_verified: __, ...passkey } = flags;
    await expect(project.updateUser(user.id, passkey)).rejects.toEqual(text(/passkey/));
    const { passkey_auth_enabled: ___, ...password } = passkey;
    await expect(project.updateUser(user.id, password)).rejects.toEqual(text(/primary email/));
    await expect(project.updateUser(user.id, { profile_image_url: 'data:x' })).rejects.toEqual(text(/image/));
    await expect(project.updateUser(user.id, { is_anonymous: true })).rejects.toEqual(status(400));
    expect(await project.getUser(user.id)).toEqual(user);
  });

  it('turns the second factor and magic links on and off', async () => {
    const user = await project.createUser({});
    expect(await project.updateUser(user.id, { totp_secret_base64: 'c2VjcmV0' })).toMatchObject({
      requires_totp_mfa: true,
    });
    expect(await project.updateUser(user.id, { totp_secret_base64: null })).toMatchObject({
      requires_totp_mfa: false,
    });
    expect(await project.updateUser(user.id, { otp_auth_enabled: true })).toMatchObject({
      otp_auth_enabled: true,
      auth_with_email: true,
    });
    const closed = await identity.newProject();
    const other = await closed.createUser({});
    await expect(closed.updateUser(other.id, { otp_auth_enabled: true })).rejects.toEqual(status(400));
  });

  it('selects a team of the user, and none again', async () => {
    const user = await project.createUser({});
    const team = await identity.teams.teams.createTeam(
      {
        display_name: 'T',
        creator_user_id: user.id,
        client_metadata: undefined,
        client_read_only_metadata: undefined,
        server_metadata: undefined,
      },
      project.server,
    );
    expect(await project.updateUser(user.id, { selected_team_id: team.id })).toMatchObject({
      selected_team_id: team.id,
    });
    expect(await project.updateUser(user.id, { selected_team_id: null })).toMatchObject({
      selected_team_id: undefined,
    });
    await project.updateUser(user.id, { selected_team_id: team.id });
    await identity.teams.memberships.removeMember({ team_id: team.id, user_id: user.id }, project.server);
    expect((await project.getUser(user.id)).selected_team_id).toBeUndefined();
  });

  it('makes an anonymous user regular, and names the team after the payload only', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    const nameOf = async (user_id: string) => {
      const { selected_team_id } = await team.getUser(user_id);
      return (await identity.teams.teams.getTeam({ team_id: selected_team_id! }, team.server)).display_name;
    };
    const silent = await team.createUser({ is_anonymous: true });
    await team.updateUser(silent.id, { is_anonymous: false });
    expect(await nameOf(silent.id)).toBe('Personal Team');
    const named = await team.createUser({ is_anonymous: true });
    expect(await team.updateUser(named.id, { is_anonymous: false, display_name: 'Ada' })).toMatchObject({
      is_anonymous: false,
    });
    expect(await nameOf(named.id)).toBe("Ada's Team");
  });
});

describe('deleting a user', () => {
  it('removes what is here and in the teams service, and ends the sessions', async () => {
    const team = await identity.newProject({ create_team_on_sign_up: true });
    const email = newEmail();
    const user = await team.createUser({ primary_email: email, primary_email_auth_enabled: true });
    const { refresh_token } = await session(user.id, team.server);
    await identity.users.deleteUser({ user_id: user.id }, team.server);
    await expect(team.getUser(user.id)).rejects.toEqual(known('USER_NOT_FOUND'));
    await expect(identity.sessions.refreshSession({ refresh_token }, team.client())).rejects.toEqual(
      known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
    );
    expect((await identity.teams.teams.listTeams({ user_id: user.id }, team.server)).items).toEqual([]);
    await team.createUser({ primary_email: email, primary_email_auth_enabled: true });
    await expect(identity.users.deleteUser({ user_id: user.id }, team.server)).rejects.toEqual(
      known('USER_NOT_FOUND'),
    );
    const event = (await identity.events()).find((one) => one.type === 'user.deleted');
    expect(event?.user).toMatchObject({ id: user.id, primary_email: email });
  });

  it('does nothing while the teams service is away', async () => {
    const user = await project.createUser({});
    teamsAway = true;
    await expect(identity.users.deleteUser({ user_id: user.id }, project.server)).rejects.toEqual(
      status(503),
    );
    await project.getUser(user.id);
  });

  it('by a client needs the flag of the project, which is checked first; servers ignore it', async () => {
    const own = await identity.newProject();
    const [a, b] = [await own.createUser({}), await own.createUser({})];
    const remove = (user_id: string, call: typeof own.server) => identity.users.deleteUser({ user_id }, call);
    await expect(remove('', own.client())).rejects.toEqual(status(400));
    await expect(remove(a.id, own.client(a.id))).rejects.toEqual(status(400));
    await remove(b.id, own.server);
    await identity.config.overrideConfig(
      { config_override_string: '{"users.allowClientUserDeletion":true}' },
      own.admin,
    );
    await expect(remove('', own.client())).rejects.toEqual(known('CANNOT_GET_OWN_USER_WITHOUT_USER'));
    await remove(a.id, own.client(a.id));
  });
});

describe('listing users', () => {
  let own: TestProject;
  let all: string[];

  beforeAll(async () => {
    own = await identity.newProject();
    all = [];
    for (const name of ['Ann Lee', 'bob', 'Çelik', '100%', 'a_b']) {
      identity.clock.advance(10);
      all.push(
        (await own.createUser({ display_name: name, primary_email: `${all.length}@list.example.com` })).id,
      );
    }
    await own.createUser({ display_name: 'anonymous ann', is_anonymous: true });
  });

  it('gives everything in one page without a limit, oldest first', async () => {
    const page = await list({}, own.server);
    expect(page.items.map((user) => user.id)).toEqual(all);
    expect(page.next_cursor).toBeUndefined();
    expect(await ids({ desc: true }, own.server)).toEqual([...all].reverse());
  });

  it('pages with the id of the first user of the next page', async () => {
    for (const desc of [false, true]) {
      const expected = desc ? [...all].reverse() : all;
      const first = await list({ limit: 2, desc }, own.server);
      expect(first.next_cursor).toBe(expected[2]);
      const second = await list({ limit: 3, desc, cursor: first.next_cursor }, own.server);
      expect([...first.items, ...second.items].map((user) => user.id)).toEqual(expected);
      expect(second.next_cursor).toBeUndefined();
    }
  });

  it('pages without gaps among users of the same millisecond', async () => {
    const same = await identity.newProject();
    const created = await Promise.all(Array.from({ length: 7 }, () => same.createUser({})));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor }, same.server);
      seen.push(...page.items.map((user) => user.id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(created.map((user) => user.id).sort());
  });

  it('is empty for an unknown cursor', async () => {
    for (const cursor of [newUuid(), 'nonsense']) expect(await ids({ cursor }, own.server)).toEqual([]);
  });

  it('hides anonymous users unless they are asked for', async () => {
    expect(await ids({ query: 'ann' }, own.server)).toEqual([all[0]]);
    expect(await ids({ query: 'ann', include_anonymous: true }, own.server)).toHaveLength(2);
    expect(await ids({ include_anonymous: true }, own.server)).toHaveLength(6);
  });

  it('finds a name or any address by part of it, in any case, and literally', async () => {
    expect(await ids({ query: 'N LE' }, own.server)).toEqual([all[0]]);
    expect(await ids({ query: 'çELİK'.toLowerCase() }, own.server)).toEqual([]);
    expect(await ids({ query: 'ÇELIK' }, own.server)).toEqual([all[2]]);
    expect(await ids({ query: '%' }, own.server)).toEqual([all[3]]);
    expect(await ids({ query: 'a_b' }, own.server)).toEqual([all[4]]);
    expect(await ids({ query: 'a.b' }, own.server)).toEqual([]);
    expect(await ids({ query: '1@LIST' }, own.server)).toEqual([all[1]]);
    expect(await ids({ query: '\\' }, own.server)).toEqual([]);
    expect(await ids({ query: 'nul\0' }, own.server)).toEqual([]);
    expect(await ids({ query: '' }, own.server)).toEqual(all);
  });

  it('finds a user by the exact id, with whatever punctuation around it', async () => {
    expect(await ids({ query: ` "${all[3]}" ` }, own.server)).toEqual([all[3]]);
    expect(await ids({ query: all[3]!.slice(0, 20) }, own.server)).toEqual([]);
  });

  it('can be limited to the members of a team', async () => {
    const fields = {
      client_metadata: undefined,
      client_read_only_metadata: undefined,
      server_metadata: undefined,
    };
    const team = await identity.teams.teams.createTeam(
      { display_name: 'T', creator_user_id: all[1], ...fields },
      own.server,
    );
    expect(await ids({ team_id: team.id }, own.server)).toEqual([all[1]]);
    expect(await ids({ team_id: team.id, query: 'ann' }, own.server)).toEqual([]);
    expect(await ids({ team_id: newUuid() }, own.server)).toEqual([]);
  });
});
