import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, expectText, ok, send } from '../client.ts';
import {
  createCaller,
  internalProject,
  newKeySet,
  newOwner,
  newProject,
  newUuid,
  ownerOf,
  projectOf,
  type Owner,
  type Project,
} from '../project.ts';

const internal = internalProject();
let owner: Owner;
let project: Project;
beforeAll(async () => {
  owner = await newOwner();
  project = await newProject({}, owner);
});

const create = (body: object, caller = owner.caller) => caller.post('/internal/projects', body);
const fresh = () => ({ display_name: 'Harbor Notes', owner_team_id: owner.team_id });

const CONFIG = {
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
  email_theme: expect.any(String) as string,
  team_creator_default_permissions: [{ id: 'team_admin' }],
  team_member_default_permissions: [{ id: 'team_member' }],
  user_default_permissions: [],
};

describe('POST /internal/projects', () => {
  it('answers the whole admin project with the settings of a fresh one', async () => {
    expect(ok(await create(fresh()), 201)).toEqual({
      id: expect.any(String) as string,
      display_name: 'Harbor Notes',
      description: '',
      logo_url: null,
      full_logo_url: null,
      created_at_millis: expect.any(Number) as number,
      is_production_mode: false,
      owner_team_id: owner.team_id,
      config: CONFIG,
    });
  });

  it('takes settings along', async () => {
    const config = {
      magic_link_enabled: true,
      credential_enabled: false,
      oauth_providers: [{ id: 'google', type: 'shared' }],
      domains: [
        { domain: 'https://b.example', handler_path: '/handler' },
        { domain: 'https://a.example', handler_path: '/h' },
      ],
      team_creator_default_permissions: [{ id: 'team_member' }, { id: '$update_team' }, { id: 'unknown' }],
    };
    const created = ok(
      await create({ ...fresh(), description: null, is_production_mode: true, config }),
      201,
    );
    expect(created).toMatchObject({ description: '', is_production_mode: true });
    expect(created.config).toEqual({
      ...CONFIG,
      ...config,
      oauth_providers: [{ provider_config_id: 'google', id: 'google', type: 'shared' }],
      enabled_oauth_providers: [{ id: 'google' }],
      domains: [...config.domains].reverse(),
      team_creator_default_permissions: [{ id: '$update_team' }, { id: 'team_member' }],
    });
  });

  it('checks schema, user, project and membership, in this order', async () => {
    expectSchemaError(await create({}), 'body.display_name', 'body.owner_team_id');
    expectKnown(await create(fresh(), internal.client), 401, 'USER_AUTHENTICATION_REQUIRED');
    const user = await project.signUp();
    expectKnown(await create(fresh(), project.as('client', user)), 401, 'EXPECTED_INTERNAL_PROJECT');
    expectKnown(await create(fresh(), project.client), 401, 'USER_AUTHENTICATION_REQUIRED');
    for (const team_id of [newUuid(), (await newOwner()).team_id])
      expectKnown(await create({ ...fresh(), owner_team_id: team_id }), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', {
        team_id,
        user_id: owner.id,
      });
  });

  it('refuses what settings may not be', async () => {
    const refused = async (config: object, ...reasons: (string | RegExp)[]) =>
      expectSchemaError(await create({ ...fresh(), config }), ...reasons);
    await refused(
      { oauth_providers: [{ id: 'myspace', type: 'shared' }] },
      'body.config.oauth_providers[0].id',
    );
    await refused(
      { oauth_providers: [{ id: 'google', type: 'standard' }] },
      'body.config.oauth_providers[0].client_id',
      'body.config.oauth_providers[0].client_secret',
    );
    await refused({ oauth_account_merge_strategy: 'whatever' }, 'body.config.oauth_account_merge_strategy');
    await refused(
      { email_config: { type: 'standard' } },
      'body.config.email_config.host',
      'body.config.email_config.port',
      'body.config.email_config.username',
      'body.config.email_config.password',
      'body.config.email_config.sender_name',
      'body.config.email_config.sender_email',
    );
    const smtp = { type: 'standard', host: 'h', username: 'u', password: 'p', sender_name: 'n' };
    await refused(
      { email_config: { ...smtp, port: 65_536, sender_email: 'no address' } },
      'body.config.email_config.port',
      'body.config.email_config.sender_email',
    );
    await refused({ domains: [{ domain: 'https://a.example' }] }, 'body.config.domains[0].handler_path');
    await refused(
      { user_default_permissions: [{}, 'x'] },
      /^body\.config\.user_default_permissions\[0\]\.id/,
      /^body\.config\.user_default_permissions\[1\]/,
    );
    // A sandbox stands in for every provider; without one there are no shared keys for most.
    const sandbox = await send('GET', '/sandbox-oauth/.well-known/openid-configuration');
    const isOwn = sandbox.headers['content-type']?.startsWith('application/json');
    const shared = await create({
      ...fresh(),
      config: { oauth_providers: [{ id: 'apple', type: 'shared' }] },
    });
    if (isOwn || process.env.PORTICO_OAUTH_SANDBOX_ISSUER) ok(shared, 201);
    else expectKnown(shared, 400, 'INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: 'apple' });
  });
});

describe('GET /internal/projects', () => {
  it('lists the projects of all teams of the user, as a member too', async () => {
    const one = await newOwner();
    const mine = await newProject({}, one);
    const ids = async (caller: Owner) =>
      (ok(await caller.caller.get('/internal/projects')).items as { id: string }[]).map(({ id }) => id);
    expect(await ids(one)).toEqual([mine.id]);
    const guest = await newOwner();
    expect(await ids(guest)).toEqual([]);
    ok(await internal.server.post(`/team-memberships/${one.team_id}/${guest.id}`, {}), 201);
    expect(await ids(guest)).toEqual([mine.id]);
  });

  it('needs a user, then project internal', async () => {
    expectKnown(await internal.client.get('/internal/projects'), 401, 'USER_AUTHENTICATION_REQUIRED');
    expectKnown(await internal.admin.get('/internal/projects'), 401, 'USER_AUTHENTICATION_REQUIRED');
    const user = await project.signUp();
    expectKnown(await project.as('client', user).get('/internal/projects'), 401, 'EXPECTED_INTERNAL_PROJECT');
  });
});

describe('GET /projects/current', () => {
  it('is the same reduced view for every access type', async () => {
    const view = {
      id: project.id,
      display_name: 'Test project',
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        enabled_oauth_providers: [],
      },
    };
    for (const caller of [project.client, project.server, project.admin])
      expect(ok(await caller.get('/projects/current'))).toEqual(view);
  });
});

describe('/internal/projects/current', () => {
  it('is read and changed by an admin key and by an owner', async () => {
    const own = await newProject({}, owner);
    const before = ok(await own.admin.get('/internal/projects/current'));
    expect(before.config).toEqual(CONFIG);
    expect(ok(await ownerOf(own.id, owner).get('/internal/projects/current'))).toEqual(before);
    const changes = { display_name: 'New', description: 'Shared notebooks', is_production_mode: true };
    const after = ok(
      await own.admin.patch('/internal/projects/current', { ...changes, config: { sign_up_enabled: false } }),
    );
    expect(after).toEqual({ ...before, ...changes, config: { ...CONFIG, sign_up_enabled: false } });
    expect(ok(await own.admin.get('/internal/projects/current'))).toEqual(after);
    expect(ok(await own.admin.patch('/internal/projects/current', {}))).toEqual(after);
    expect(ok(await own.admin.patch('/internal/projects/current', { description: null })).description).toBe(
      '',
    );
  });

  it('replaces lists as a whole', async () => {
    const own = await newProject({}, owner);
    const patch = async (config: object) =>
      ok(await own.admin.patch('/internal/projects/current', { config })).config;
    await patch({ domains: [{ domain: 'https://a.example', handler_path: '/a' }] });
    const domains = [{ domain: 'https://b.example', handler_path: '/b' }];
    expect((await patch({ domains })).domains).toEqual(domains);
    const standard = { id: 'github', type: 'standard', client_id: 'id', client_secret: 'secret' };
    expect((await patch({ oauth_providers: [standard] })).oauth_providers).toEqual([
      { provider_config_id: 'github', ...standard },
    ]);
    expect((await patch({ oauth_providers: [] })).oauth_providers).toEqual([]);
    const smtp = {
      type: 'standard',
      host: 'smtp.example',
      port: 587,
      username: 'mailer',
      password: 'pw',
      sender_name: 'Harbor',
      sender_email: 'no-reply@harbor.example',
    };
    expect((await patch({ email_config: smtp })).email_config).toEqual(smtp);
    expect((await patch({ email_config: { type: 'shared' } })).email_config).toEqual({ type: 'shared' });
  });

  it('refuses the owner team, an unknown theme and a bad logo', async () => {
    const patch = (body: object) => project.admin.patch('/internal/projects/current', body);
    expectSchemaError(await patch({ owner_team_id: owner.team_id }), /^body .*owner_team_id$/);
    expectText(await patch({ config: { email_theme: newUuid() } }), 400);
    expectText(await patch({ logo_url: 'ftp://a.example/b.png' }), 400);
    expectText(await patch({ logo_url: 'data:image/png;base64,AAAA' }), 400);
    expectSchemaError(await patch({ logo_url: '' }), 'body.logo_url');
    expect(ok(await patch({ logo_url: 'https://a.example/b.png' })).logo_url).toBe('https://a.example/b.png');
    expect(ok(await patch({ logo_url: null })).logo_url).toBe(null);
  });

  it('deleted is gone for every key, with everything in it; other projects stay', async () => {
    const own = await newProject({}, owner);
    const user = await own.signUp();
    ok(await own.client.get('/projects/current'));
    expect(ok(await own.admin.delete('/internal/projects/current'))).toEqual({ success: true });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const caller of [own.client, own.server, own.admin, own.as('client', user), ownerOf(own.id, owner)])
      expectKnown(await caller.get(''), 400, 'CURRENT_PROJECT_NOT_FOUND', { project_id: own.id });
    const list = ok(await owner.caller.get('/internal/projects')).items as { id: string }[];
    expect(list.map(({ id }) => id)).not.toContain(own.id);
    ok(await project.client.get('/projects/current'));
    expectText(await api('GET', `/projects/${own.id}/.well-known/jwks.json`), 404);
  });

  it('project internal cannot be deleted', async () => {
    const answer = await internal.admin.delete('/internal/projects/current');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    ok(await internal.admin.get('/internal/projects/current'));
  });
});

describe('a project', () => {
  it('is not known by the keys of another', async () => {
    const other = await newProject({}, owner);
    const crossed = projectOf(other.id, project.keys);
    expectKnown(await crossed.server.get('/users'), 401, 'INVALID_SECRET_SERVER_KEY', {
      project_id: other.id,
    });
    expectKnown(await crossed.admin.get('/users'), 401, 'INVALID_SUPER_SECRET_ADMIN_KEY', {
      project_id: other.id,
    });
  });

  it('shows a changed setting at once, with an old key and a new one', async () => {
    const own = await newProject({}, owner);
    const keys = await newKeySet(own.admin);
    ok(
      await own.admin.patch('/internal/projects/current', { config: { client_team_creation_enabled: true } }),
    );
    for (const one of [own, projectOf(own.id, keys)])
      expect(ok(await one.client.get('/projects/current')).config.client_team_creation_enabled).toBe(true);
    const user = await own.signUp();
    ok(await createCaller(own.as('client', user).headers).post('/teams', { display_name: 'x' }), 201);
  });
});
