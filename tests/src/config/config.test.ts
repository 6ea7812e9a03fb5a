import { beforeAll, describe, expect, it } from 'vitest';
import { expectSchemaError, expectText, ok, type Json } from '../client.ts';
import { newProject, overrideConfig, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const read = async (one = project): Promise<Json> =>
  JSON.parse(ok(await one.admin.get('/internal/config')).config_string as string) as Json;
const write = (config_override_string?: string, one = project) =>
  one.admin.patch(
    '/internal/config/override',
    config_override_string === undefined ? {} : { config_override_string },
  );

describe('GET /internal/config', () => {
  it('is the whole configuration of a fresh project', async () => {
    const answer = ok(await (await newProject()).admin.get('/internal/config'));
    expect(Object.keys(answer as object)).toEqual(['config_string']);
    expect(JSON.parse(answer.config_string as string)).toMatchObject({
      sourceOfTruth: { type: 'hosted' },
      rbac: {
        permissions: {
          team_member: {
            scope: 'team',
            containedPermissionIds: { $read_members: true, $invite_members: true },
          },
          team_admin: { scope: 'team' },
        },
        defaultPermissions: {
          teamCreator: { team_admin: true },
          teamMember: { team_member: true },
          signUp: {},
        },
      },
      apiKeys: { enabled: { team: false, user: false } },
      teams: { createPersonalTeamOnSignUp: false, allowClientTeamCreation: false },
      users: { allowClientUserDeletion: false },
      domains: { allowLocalhost: true, trustedDomains: {} },
      auth: {
        allowSignUp: true,
        password: { allowSignIn: true },
        otp: { allowSignIn: false },
        passkey: { allowSignIn: false },
        oauth: { accountMergeStrategy: 'link_method', providers: {} },
      },
      emails: { server: { isShared: true, provider: 'smtp' } },
      payments: { testMode: true },
      dataVault: { stores: {} },
    });
  });
});

describe('PATCH /internal/config/override', () => {
  it('answers {}; nothing, or an empty string, changes nothing', async () => {
    const before = await read();
    for (const text of [undefined, '']) expect(ok(await write(text))).toEqual({});
    expect(await read()).toEqual(before);
    expectSchemaError(await project.admin.patch('/internal/config/override', { other: 1 }), /^body .*other$/);
    expectSchemaError(
      await project.admin.patch('/internal/config/override', { config_override_string: {} }),
      'body.config_override_string',
    );
  });

  it.each(['{', 'nonsense', '[]', '"text"', 'null', '5', 'true'])('%s is a text 400', async (text) => {
    expectText(await write(text), 400);
  });

  it.each([
    [{ 'no-such-key': 1 }],
    [{ 'auth.nothing': true }],
    [{ 'bad key': 1 }],
    [{ '': 1 }],
    [{ 'a..b': 1 }],
    [{ 'auth.allowSignUp': 'yes' }],
    [{ 'auth.allowSignUp': [true] }],
    [{ auth: { allowSignUp: true, extra: 1 } }],
    [{ 'emails.server': { port: '587' } }],
    [{ 'auth.oauth.accountMergeStrategy': 'whatever' }],
    [{ 'emails.themes.not-a-uuid': { displayName: 'x' } }],
    [{ 'rbac.permissions.Bad Key': {} }],
    [JSON.parse('{"__proto__":{"polluted":true}}') as object],
  ])('%o is a text 400 and changes nothing', async (override) => {
    const before = await read();
    expectText(await write(JSON.stringify(override)), 400);
    expect(await read()).toEqual(before);
  });

  it('a later write replaces what it names and everything below', async () => {
    const own = await newProject();
    const google = { type: 'google', isShared: true, allowSignIn: true, allowConnectedAccounts: false };
    await overrideConfig(own, { 'auth.oauth.providers.google': { ...google, clientId: 'left behind' } });
    await overrideConfig(own, { 'auth.oauth.providers.google': google });
    expect((await read(own)).auth.oauth.providers.google).toEqual(google);
    await overrideConfig(own, { 'auth.oauth.providers': {} });
    expect((await read(own)).auth.oauth.providers).toEqual({});
  });

  it('the deeper key wins over a stored object; null brings the default back', async () => {
    const own = await newProject();
    await overrideConfig(own, { teams: { allowClientTeamCreation: false } });
    await overrideConfig(own, { 'teams.allowClientTeamCreation': true });
    expect((await read(own)).teams.allowClientTeamCreation).toBe(true);
    await overrideConfig(own, { 'auth.allowSignUp': false });
    expect((await read(own)).auth.allowSignUp).toBe(false);
    await overrideConfig(own, { 'auth.allowSignUp': null });
    expect((await read(own)).auth.allowSignUp).toBe(true);
  });

  it('shows in the flat settings at once, and the other way round', async () => {
    const own = await newProject();
    await overrideConfig(own, {
      'users.allowClientUserDeletion': true,
      'domains.trustedDomains.main': { baseUrl: 'https://*.harbor.example', handlerPath: '/handler' },
    });
    const { config } = ok(await own.admin.get('/internal/projects/current'));
    expect(config.client_user_deletion_enabled).toBe(true);
    expect(config.domains).toEqual([{ domain: 'https://*.harbor.example', handler_path: '/handler' }]);
    ok(await own.admin.patch('/internal/projects/current', { config: { magic_link_enabled: true } }));
    expect((await read(own)).auth.otp.allowSignIn).toBe(true);
  });

  it('understands older names', async () => {
    const own = await newProject();
    const theme = 'a0172b5d-cff0-463b-83bb-85124697373a';
    await overrideConfig(own, { 'emails.theme': theme });
    expect((await read(own)).emails.selectedThemeId).toBe(theme);
    await overrideConfig(own, {
      'domains.trustedDomains': [{ baseUrl: 'https://a.example', handlerPath: '/h' }],
    });
    expect((await read(own)).domains.trustedDomains['0'].baseUrl).toBe('https://a.example');
  });

  it('refuses more than five million characters', async () => {
    const text = JSON.stringify({
      'rbac.permissions.big': { description: 'x'.repeat(5_000_001), scope: 'team' },
    });
    const answer = await write(text);
    expect([400, 413]).toContain(answer.status);
  });

  it('twenty writes of different keys in parallel are all kept', async () => {
    const own = await newProject();
    const ids = Array.from({ length: 20 }, (_, index) => `perm_${index}`);
    await Promise.all(
      ids.map((id) => overrideConfig(own, { [`rbac.permissions.${id}`]: { scope: 'team' } })),
    );
    expect(Object.keys((await read(own)).rbac.permissions as object)).toEqual(expect.arrayContaining(ids));
    const definitions = ok(await own.admin.get('/team-permission-definitions')).items as { id: string }[];
    expect(definitions.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});
