import { sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { Project } from '@portico/proto/identity/v1/projects';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { onProjectDeleted } from '../consumers/on-project-deleted.ts';
import { INTERNAL_TEAM_ID } from './bootstrap.ts';
import { Event } from '@portico/proto/events/v1/event';

let identity: Harness;

beforeAll(async () => {
  identity = await startIdentity('projects');
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

type Given = Parameters<typeof Project.fromPartial>[0];

const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const maskOf = (project: Given) =>
  Object.keys(project).flatMap((key) =>
    key === 'config' ? Object.keys(project.config ?? {}).map((name) => `config.${name}`) : [key],
  );
const ownerCall = (user_id = identity.owner.id) => ({
  ...identity.internal,
  access_type: 'client' as const,
  user_id,
});
const create = (
  project: Given,
  call: Parameters<typeof identity.projects.createProject>[1] = ownerCall(),
) => {
  const given = { display_name: 'P', owner_team_id: identity.owner.team_id, ...project };
  return identity.projects.createProject(
    { project: Project.fromPartial(given), update_mask: maskOf(given) },
    call,
  );
};
const update = (project: TestProject, given: Given) =>
  identity.projects.updateProject(
    { project: Project.fromPartial(given), update_mask: maskOf(given) },
    project.admin,
  );
const get = (project: TestProject) => identity.projects.getProject({}, project.system);

describe('creating a project', () => {
  it('gives what a fresh project contains', async () => {
    const project = await create({});
    expect(project).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      display_name: 'P',
      description: '',
      logo_url: undefined,
      full_logo_url: undefined,
      created_at_millis: identity.clock.now(),
      is_production_mode: false,
      owner_team_id: identity.owner.team_id,
      config: {
        allow_localhost: true,
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        create_team_on_sign_up: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        oauth_account_merge_strategy: 'link_method',
        oauth_providers: [],
        enabled_oauth_providers: [],
        domains: [],
        email_config: { type: 'shared' },
        email_theme: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
        team_creator_default_permissions: [{ id: 'team_admin' }],
        team_member_default_permissions: [{ id: 'team_member' }],
        user_default_permissions: [],
      },
    });
    expect(await identity.projects.getProject({}, identity.testProject(project.id).system)).toEqual(project);
    expect(await identity.events()).toMatchObject([
      { type: 'project.created', project_id: project.id, subject: project.id },
    ]);
  });

  it('writes the payload over it', async () => {
    const project = await create({
      description: 'Shared notebooks',
      is_production_mode: true,
      config: {
        credential_enabled: false,
        oauth_providers: [
          {
            id: 'microsoft',
            type: 'standard',
            client_id: 'id',
            client_secret: 's3cr3t',
            microsoft_tenant_id: 'contoso',
          },
          { id: 'github', type: 'shared' },
        ],
        domains: [
          { domain: 'https://z.example.com', handler_path: '/handler' },
          { domain: 'https://*.a.example.com', handler_path: '/auth' },
        ],
        team_creator_default_permissions: [{ id: 'team_admin' }, { id: '$read_members' }, { id: 'unknown' }],
      },
    });
    expect(project).toMatchObject({ description: 'Shared notebooks', is_production_mode: true });
    expect(project.config).toMatchObject({
      credential_enabled: false,
      oauth_providers: [
        { provider_config_id: 'github', id: 'github', type: 'shared', client_id: undefined },
        {
          provider_config_id: 'microsoft',
          id: 'microsoft',
          type: 'standard',
          client_id: 'id',
          client_secret: 's3cr3t',
          microsoft_tenant_id: 'contoso',
        },
      ],
      enabled_oauth_providers: [{ id: 'github' }, { id: 'microsoft' }],
      domains: [
        { domain: 'https://*.a.example.com', handler_path: '/auth' },
        { domain: 'https://z.example.com', handler_path: '/handler' },
      ],
      team_creator_default_permissions: [{ id: '$read_members' }, { id: 'team_admin' }],
    });
  });

  it('is for users of project internal, in a team of theirs', async () => {
    await expect(create({}, identity.internal)).rejects.toEqual(known('USER_AUTHENTICATION_REQUIRED'));
    const other = await identity.newProject();
    await expect(create({}, other.client(newUuid()))).rejects.toEqual(known('EXPECTED_INTERNAL_PROJECT'));
    await expect(create({}, ownerCall(newUuid()))).rejects.toEqual(known('USER_NOT_FOUND'));
    const team_id = newUuid();
    await expect(create({ owner_team_id: team_id })).rejects.toEqual(
      known('TEAM_MEMBERSHIP_NOT_FOUND', { team_id, user_id: identity.owner.id }),
    );
  });

  it('lends keys for four providers only', async () => {
    for (const id of ['google', 'github', 'microsoft', 'spotify'])
      await create({ config: { oauth_providers: [{ id, type: 'shared' }] } });
    await expect(
      create({ config: { oauth_providers: [{ id: 'discord', type: 'shared' }] } }),
    ).rejects.toEqual(known('INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: 'discord' }));
  });

  it('takes logos, and refuses what is none', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const project = await create({
      logo_url: `data:image/png;base64,${pixel}`,
      full_logo_url: 'http://a.com/b.png',
    });
    expect(project.logo_url).toMatch(
      /^https:\/\/api\.example\.com\/images\/project-logos\/[0-9a-f-]{36}\.png$/,
    );
    expect(project.full_logo_url).toBe('http://a.com/b.png');
    await expect(create({ logo_url: 'data:image/png;base64,AAAA' })).rejects.toEqual(status(400));
  });
});

describe('updating a project', () => {
  it('changes what is given and keeps the rest', async () => {
    const project = await identity.newProject({ magic_link_enabled: true });
    const updated = await update(project, {
      description: 'New',
      is_production_mode: true,
      config: { passkey_enabled: true },
    });
    expect(updated).toMatchObject({
      display_name: 'Harbor Notes', description: 'New', is_production_mode: true,
      config: { magic_link_enabled: true, passkey_enabled: true },
    }); // prettier-ignore
    expect(await get(project)).toEqual(updated);
    const events = (await identity.events()).map((event) => event.type);
    expect(events).toEqual(['project.updated', 'project.settings_changed']);
  });

  it('leaves the settings alone when none was given', async () => {
    const project = await identity.newProject();
    expect(await update(project, { display_name: 'Renamed' })).toMatchObject({ display_name: 'Renamed' });
    expect((await identity.events()).map((event) => event.type)).toEqual(['project.updated']);
    const unknown = identity.testProject(newUuid());
    await expect(update(unknown, { display_name: 'x' })).rejects.toEqual(known('CURRENT_PROJECT_NOT_FOUND'));
  });

  it('with nothing gives the project and changes nothing', async () => {
    const project = await identity.newProject();
    expect(await update(project, {})).toEqual(await get(project));
    expect(await identity.events()).toEqual([]);
  });

  it('replaces lists whole', async () => {
    const project = await identity.newProject({
      oauth_providers: [{ id: 'github', type: 'shared' }],
      domains: [{ domain: 'https://a.com', handler_path: '/h' }],
    });
    const updated = await update(project, {
      config: { oauth_providers: [{ id: 'google', type: 'shared' }], domains: [] },
    });
    expect(updated.config).toMatchObject({
      enabled_oauth_providers: [{ id: 'google' }],
      domains: [],
      allow_localhost: true,
    });
  });

  it('wipes the mail server when it goes back to the shared one', async () => {
    const server = {
      type: 'standard',
      host: 'smtp.example.com',
      port: 587,
      username: 'u',
      password: 'p',
      sender_name: 'S',
      sender_email: 's@example.com',
    };
    const project = await identity.newProject({ email_config: server });
    expect((await get(project)).config?.email_config).toEqual(server);
    expect(await identity.config.getEmailSettings({}, project.system)).toEqual({
      project_display_name: 'Harbor Notes',
      server,
    });
    await update(project, { config: { email_config: { type: 'shared' } } });
    expect((await get(project)).config?.email_config).toEqual({ type: 'shared' });
    const { config_string } = await identity.config.getConfig({}, project.admin);
    expect(JSON.parse(config_string).emails.server).toEqual({ isShared: true, provider: 'smtp' });
  });

  it('selects only themes of the project', async () => {
    const project = await identity.newProject();
    const dark = 'a0172b5d-cff0-463b-83bb-85124697373a';
    expect((await update(project, { config: { email_theme: dark } })).config?.email_theme).toBe(dark);
    await expect(update(project, { display_name: 'No', config: { email_theme: newUuid() } })).rejects.toEqual(
      status(400),
    );
    expect((await get(project)).display_name).toBe('Harbor Notes');
  });

  it('is read without failing when the configuration holds half a provider or half a server', async () => {
    const project = await identity.newProject();
    const half = {
      'auth.oauth.providers.mine': { type: 'github', isShared: false, allowSignIn: true },
      'auth.oauth.providers.typeless': { allowSignIn: true },
      'emails.server': { isShared: false, port: 1e300 },
    };
    await identity.config.overrideConfig({ config_override_string: JSON.stringify(half) }, project.admin);
    expect((await get(project)).config).toMatchObject({
      oauth_providers: [{ provider_config_id: 'mine', id: 'github', type: 'standard', client_id: undefined }],
      email_config: { type: 'standard', host: undefined, port: undefined },
    });
  });
});

describe('the projects of an owner', () => {
  it('are those of any team the user is in', async () => {
    const outsider = await identity.users.createUser(
      { user: undefined, update_mask: [] },
      { ...identity.internal, access_type: 'server' },
    );
    const list = async (user_id: string) =>
      (await identity.projects.listOwnedProjects({}, ownerCall(user_id))).items.map((one) => one.id);
    const project = await create({});
    expect(await list(identity.owner.id)).toContain(project.id);
    expect(await list(outsider.id)).toEqual([]);
    await identity.teams.memberships.addMember(
      { team_id: identity.owner.team_id, user_id: outsider.id },
      { ...identity.internal, access_type: 'server' },
    );
    expect(await list(outsider.id)).toContain(project.id);
    await expect(identity.projects.listOwnedProjects({}, identity.internal)).rejects.toEqual(
      known('USER_AUTHENTICATION_REQUIRED'),
    );
  });

  it('can be checked for one user and session', async () => {
    const project = identity.testProject((await create({})).id);
    const request = { user_id: identity.owner.id, expires_in_millis: 60_000, is_impersonation: false };
    await identity.sessions.createSession(request, { ...identity.internal, access_type: 'server' });
    const [session] = (
      await identity.sessions.listSessions(
        { user_id: identity.owner.id },
        { ...identity.internal, access_type: 'server' },
      )
    ).items;
    const check = (user_id: string, session_id: string, call = project.system) =>
      identity.projects.checkProjectOwner({ user_id, session_id }, call);
    const yes = { user_exists: true, is_owner: true, revoked_at_millis: undefined };
    expect(await check(identity.owner.id, session!.id)).toEqual(yes);
    expect(await check(identity.owner.id, newUuid())).toEqual({
      ...yes,
      revoked_at_millis: identity.clock.now(),
    });
    expect(await check(newUuid(), session!.id)).toEqual({
      user_exists: false,
      is_owner: false,
      revoked_at_millis: undefined,
    });
    expect(await check('x', 'y')).toMatchObject({ user_exists: false });
    expect(await check(identity.owner.id, session!.id, identity.testProject(newUuid()).system)).toEqual({
      ...yes,
      is_owner: false,
    });
    await identity.sessions.deleteCurrentSession({}, { ...ownerCall(), session_id: session!.id });
    expect(await check(identity.owner.id, session!.id)).toEqual({
      ...yes,
      revoked_at_millis: identity.clock.now(),
    });
  });
});

describe('deleting a project', () => {
  it('makes it unknown at once, everywhere, and leaves others alone', async () => {
    const [project, other] = [
      await identity.newProject({ create_team_on_sign_up: true }),
      await identity.newProject(),
    ];
    const user = await project.createUser({ primary_email: 'a@example.com' });
    const kept = await other.createUser({});
    const keys = await identity.api_keys.project_keys.createProjectKeySet(
      {
        description: 'k',
        expires_at_millis: identity.clock.now() + 1e9,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      },
      project.admin,
    );
    await identity.projects.deleteProject({}, project.admin);
    for (const refused of [
      () => identity.projects.getProject({}, project.system),
      () => identity.signing_keys.getJwks({ include_anonymous: false }, project.system),
      () => identity.passwords.signInWithPassword({ email: 'a', password: 'b' }, project.client()),
      () => identity.projects.deleteProject({}, project.admin),
    ]) {
      await expect(refused()).rejects.toEqual(known('CURRENT_PROJECT_NOT_FOUND', { project_id: project.id }));
    }
    const checked = await identity.api_keys.project_keys.checkProjectKey(
      { access_type: 'client', key: keys.publishable_client_key!.value! },
      project.system,
    );
    expect(checked.is_valid).toBe(false);
    expect((await identity.teams.teams.listTeams({ user_id: user.id }, project.server)).items).toEqual([]);
    const event = (await identity.events()).find((one) => one.type === 'project.deleted');
    await onProjectDeleted(identity)(Event.fromPartial(event!));
    const [left] = await sql(identity.db).query<{ count: number }>(
      'select count(*)::int as count from users where project_id = $1',
      [project.id],
    );
    expect(left?.count).toBe(0);
    expect((await other.getUser(kept.id)).id).toBe(kept.id);
    expect(
      (await identity.projects.listOwnedProjects({}, ownerCall())).items.map((one) => one.id),
    ).not.toContain(project.id);
  });

  it('is refused for project internal', async () => {
    await expect(
      identity.projects.deleteProject({}, { ...identity.internal, access_type: 'admin' }),
    ).rejects.toEqual(status(400));
  });
});

describe('project internal', () => {
  it('is what the bootstrap makes of it', async () => {
    const project = await identity.projects.getProject({}, identity.internal);
    expect(project).toMatchObject({ id: 'internal', owner_team_id: INTERNAL_TEAM_ID });
    expect(project.config).toMatchObject({
      credential_enabled: true,
      magic_link_enabled: true,
      sign_up_enabled: true,
      allow_localhost: true,
      client_team_creation_enabled: true,
      create_team_on_sign_up: true,
      passkey_enabled: false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }, { id: 'microsoft' }, { id: 'spotify' }],
      domains: [],
    });
    const config = JSON.parse((await identity.config.getConfig({}, identity.internal)).config_string);
    expect(config.rbac.permissions).toMatchObject({
      team_member: { containedPermissionIds: { $read_members: true } },
      team_admin: {
        containedPermissionIds: { $read_members: true, $remove_members: true, $update_team: true },
      },
    });
    expect(Object.keys(config.rbac.permissions.team_admin.containedPermissionIds)).toHaveLength(3);
    expect(config.dataVault.stores).toHaveProperty('neon-connection-strings');
    expect(config.payments.products).toMatchObject({
      free: { prices: 'include-by-default', includedItems: { dashboard_admins: { quantity: 1 } } },
      team: { prices: { monthly: { USD: '49', interval: [1, 'month'] } } },
      growth: { prices: { monthly: { USD: '299' } } },
      'extra-admins': { stackable: true, isAddOnTo: { team: true, growth: true } },
    });
  });

  it('has the keys it was given', async () => {
    for (const [access_type, key] of [
      ['client', 'publishable'],
      ['server', 'secret'],
      ['admin', 'admin'],
    ]) {
      const checked = await identity.api_keys.project_keys.checkProjectKey(
        { access_type: access_type!, key: key! },
        identity.internal,
      );
      expect(checked.is_valid).toBe(true);
    }
  });

  it('is brought up to date by every later bootstrap, from several processes at once, and keeps what others stored', async () => {
    const domain = {
      'domains.trustedDomains.mine': { baseUrl: 'https://mine.example.com' },
      'teams.allowClientTeamCreation': false,
    };
    await identity.config.overrideConfig(
      { config_override_string: JSON.stringify(domain) },
      identity.internal,
    );
    const again = {
      publishable_client_key: 'publishable', secret_server_key: 'secret', super_secret_admin_key: 'admin',
      web_url: 'https://portico.example.com/app',
    }; // prettier-ignore
    await Promise.all([1, 2, 3].map(() => identity.projects.bootstrap(again, identity.internal)));
    const { config } = await identity.projects.getProject({}, identity.internal);
    expect(config).toMatchObject({
      client_team_creation_enabled: true,
      domains: [
        { domain: 'https://mine.example.com', handler_path: '/handler' },
        { domain: 'https://portico.example.com', handler_path: '/handler' },
      ],
    });
  });
});
