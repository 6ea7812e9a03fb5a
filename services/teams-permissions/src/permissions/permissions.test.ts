import { newUuid } from '@portico/platform/ids';
import { statementCounts } from '@portico/platform/metrics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTeamsPermissions, type TestProject } from '../testing/harness.ts';
import { compareIds } from './permission-order.ts';

let app: Awaited<ReturnType<typeof startTeamsPermissions>>;
let project: TestProject;

beforeAll(async () => {
  app = await startTeamsPermissions('permissions');
});
afterAll(() => app.stop());
beforeEach(async () => {
  project = await app.newProject();
});

const SYSTEM_IDS = [
  '$delete_team',
  '$invite_members',
  '$manage_api_keys',
  '$read_members',
  '$remove_members',
  '$update_team',
];

const definition = (id: string, contained_permission_ids: string[] = [], scope = 'team') => ({
  id,
  scope,
  contained_permission_ids,
});
const define = (version: number, permissions: ReturnType<typeof definition>[], more: object = {}) =>
  app.provisioning.applyProjectSettings(
    {
      version,
      permissions,
      team_creator_default_permissions: [],
      team_member_default_permissions: [],
      user_default_permissions: [],
      client_team_creation_enabled: false,
      create_team_on_sign_up: false,
      ...more,
    },
    project.system,
  );
const grant = (team_id: string, user_id: string, id: string) =>
  app.permissions.grantTeamPermission({ team_id, user_id, id }, project.server);
const ids = async (request: object, call = project.server) => {
  const { items } = await app.permissions.listTeamPermissions({ recursive: false, ...request }, call);
  return items.map(({ id }) => id);
};
const member = async () => {
  const user_id = await project.newUser();
  const team = await project.newTeam();
  await app.memberships.addMember({ team_id: team.id, user_id }, project.server);
  await app.events();
  return { team_id: team.id, user_id };
};

describe('listing team permissions', () => {
  it('gives direct grants, and what they contain when recursive', async () => {
    await define(2, [definition('a', ['b', '$read_members']), definition('b', ['c']), definition('c')]);
    const { team_id, user_id } = await member();
    await grant(team_id, user_id, 'a');
    expect(await ids({ team_id, user_id })).toEqual(['a']);
    expect(await ids({ team_id, user_id, recursive: true })).toEqual(['$read_members', 'a', 'b', 'c']);
  });

  it('costs one statement, and so do the checks of membership and of the right to act', async () => {
    const { team_id, user_id } = await member();
    const before = statementCounts().total;
    await ids({ team_id, user_id, permission_id: '$read_members', recursive: true }, project.client(user_id));
    expect(statementCounts().total - before).toBe(1);
    await app.memberships.checkMembership({ team_id, user_id }, project.system);
    expect(statementCounts().total - before).toBe(2);
    await expect(app.teams.deleteTeam({ team_id }, project.client(user_id))).rejects.toMatchObject({
      status: 401,
    });
    expect(statementCounts().total - before).toBe(3);
  });

  it('ends on cycles and lists each id once', async () => {
    await define(2, [definition('a', ['b', 'a']), definition('b', ['c']), definition('c', ['a', 'b'])]);
    const { team_id, user_id } = await member();
    await grant(team_id, user_id, 'a');
    await grant(team_id, user_id, 'c');
    expect(await ids({ team_id, user_id, recursive: true })).toEqual(['a', 'b', 'c']);
  });

  it('skips contained ids without a definition in the scope', async () => {
    await define(2, [definition('a', ['missing', 'p', '$nothing']), definition('p', [], 'project')]);
    const { team_id, user_id } = await member();
    await grant(team_id, user_id, 'a');
    expect(await ids({ recursive: true })).toEqual(['a']);
  });

  it('filters by permission after the closure', async () => {
    const { team_id, user_id } = await member();
    const request = { team_id, user_id, permission_id: '$read_members' };
    expect(await ids(request)).toEqual([]);
    expect(await ids({ ...request, recursive: true })).toEqual(['$read_members']);
  });

  it('orders by team, then user, then id', async () => {
    await define(
      2,
      ['b', 'a', '_z', '0', ':'].map((id) => definition(id)),
    );
    const holders = [await member(), await member()];
    const more = await project.newUser();
    await app.memberships.addMember({ team_id: holders[0]!.team_id, user_id: more }, project.server);
    holders.push({ team_id: holders[0]!.team_id, user_id: more });
    for (const { team_id, user_id } of holders)
      for (const id of ['b', '_z', ':', '$update_team', 'a', '0']) await grant(team_id, user_id, id);
    const { items } = await app.permissions.listTeamPermissions({ recursive: false }, project.server);
    const expected = holders
      .sort((x, y) => (x.team_id + x.user_id < y.team_id + y.user_id ? -1 : 1))
      .flatMap((holder) => ['$update_team', '0', ':', 'a', 'b', '_z'].map((id) => ({ id, ...holder })));
    expect(items).toEqual(expected);
  });

  it('a client lists only what its own user holds and has to name it; unknown teams are empty', async () => {
    const { user_id } = await member();
    await expect(ids({}, project.client())).rejects.toMatchObject({
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    });
    await expect(ids({}, project.client(user_id))).rejects.toMatchObject({ status: 403 });
    await expect(ids({ user_id: newUuid() }, project.client(user_id))).rejects.toMatchObject({ status: 403 });
    expect(await ids({ user_id }, project.client(user_id))).toEqual(['team_member']);
    expect(await ids({ user_id, team_id: newUuid() }, project.client(user_id))).toEqual([]);
  });

  it('lower case comes before upper case of the same letters', () => {
    expect(['B', 'a', 'A', '_', '$', 'b', '1', ':'].sort(compareIds)).toEqual([
      '$',
      '1',
      ':',
      'a',
      'A',
      'b',
      'B',
      '_',
    ]);
  });
});

describe('granting and revoking team permissions', () => {
  it('grants every system permission; granting again succeeds and is told again', async () => {
    const { team_id, user_id } = await member();
    for (const id of SYSTEM_IDS) expect(await grant(team_id, user_id, id)).toEqual({ id, team_id, user_id });
    await grant(team_id, user_id, '$update_team');
    const events = await app.events();
    expect(events).toHaveLength(7);
    expect(events[6]).toMatchObject({
      type: 'team_permission.created',
      team_permission: { id: '$update_team', team_id, user_id },
    });
    expect(await ids({ user_id })).toEqual([...SYSTEM_IDS, 'team_member']);
  });

  it('checks user, membership, existence, scope', async () => {
    const { team_id, user_id } = await member();
    const stranger = await project.newUser();
    await expect(grant(team_id, newUuid(), 'nope')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(grant(team_id, stranger, 'nope')).rejects.toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
    });
    await expect(grant(team_id, user_id, 'nope')).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
      status: 404,
      details: { permission_id: 'nope' },
    });
    await expect(grant(team_id, user_id, 'beta')).rejects.toMatchObject({
      code: 'WRONG_PERMISSION_SCOPE',
      status: 404,
      details: { permission_id: 'beta', expected_scope: 'team', actual_scope: 'project' },
    });
    expect(await app.events()).toEqual([]);
  });

  it('revokes what was granted directly, 401 TEAM_PERMISSION_NOT_FOUND otherwise', async () => {
    const { team_id, user_id } = await member();
    const revoke = (id: string) =>
      app.permissions.revokeTeamPermission({ team_id, user_id, id }, project.server);
    await expect(revoke('$read_members')).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_NOT_FOUND',
      status: 401,
      details: { team_id, user_id, permission_id: '$read_members' },
    });
    await revoke('team_member');
    expect(await ids({ user_id, recursive: true })).toEqual([]);
    expect((await app.events()).map(({ type }) => type)).toEqual(['team_permission.deleted']);
    const stranger = await project.newUser();
    await expect(
      app.permissions.revokeTeamPermission({ team_id, user_id: stranger, id: 'x' }, project.server),
    ).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' });
  });
});

describe('project permissions', () => {
  const grantOf = (user_id: string, id: string) =>
    app.permissions.grantProjectPermission({ user_id, id }, project.server);
  const list = async (request: object) =>
    (await app.permissions.listProjectPermissions({ recursive: false, ...request }, project.server)).items;

  it('are granted, listed with their contents and revoked', async () => {
    await define(2, [definition('p', ['q'], 'project'), definition('q', ['p'], 'project'), definition('t')]);
    const user_id = await project.newUser();
    expect(await grantOf(user_id, 'p')).toEqual({ id: 'p', user_id });
    expect(await list({ user_id })).toEqual([{ id: 'p', user_id }]);
    expect((await list({ user_id, recursive: true })).map(({ id }) => id)).toEqual(['p', 'q']);
    expect((await list({ user_id, recursive: true, permission_id: 'q' })).map(({ id }) => id)).toEqual(['q']);
    await app.permissions.revokeProjectPermission({ user_id, id: 'p' }, project.server);
    expect(await list({ user_id })).toEqual([]);
    expect((await app.events()).map(({ type }) => type)).toEqual([
      'project_permission.created',
      'project_permission.deleted',
    ]);
  });

  it('checks user, existence and scope; system permissions do not exist here', async () => {
    const user_id = await project.newUser();
    await expect(grantOf(newUuid(), 'nope')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    for (const id of ['nope', '$update_team'])
      await expect(grantOf(user_id, id)).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' });
    await expect(grantOf(user_id, 'billing')).rejects.toMatchObject({
      code: 'WRONG_PERMISSION_SCOPE',
      details: { permission_id: 'billing', expected_scope: 'project', actual_scope: 'team' },
    });
    await expect(
      app.permissions.revokeProjectPermission({ user_id, id: 'beta' }, project.server),
    ).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
      status: 404,
      details: { permission_id: 'beta' },
    });
  });
});

describe('definitions', () => {
  it('list custom and system permissions of teams, and only custom ones of the project', async () => {
    const team = await app.permissions.listPermissionDefinitions({ scope: 'team' }, project.server);
    expect(team.items.map(({ id }) => id)).toEqual([...SYSTEM_IDS, 'billing', 'team_admin', 'team_member']);
    for (const { id, description } of team.items)
      if (id.startsWith('$')) expect(description).toEqual(expect.any(String));
    expect(team.items.at(-2)!.contained_permission_ids).toEqual(SYSTEM_IDS);
    const ofProject = await app.permissions.listPermissionDefinitions({ scope: 'project' }, project.server);
    expect(ofProject.items).toEqual([
      { id: 'beta', scope: 'project', description: undefined, contained_permission_ids: [] },
    ]);
  });

  it('that disappear or change their scope take their grants and references along', async () => {
    await define(2, [
      definition('a', ['b']),
      definition('b'),
      definition('c'),
      definition('p', [], 'project'),
    ]);
    const { team_id, user_id } = await member();
    for (const id of ['a', 'b', 'c', '$update_team']) await grant(team_id, user_id, id);
    await app.permissions.grantProjectPermission({ user_id, id: 'p' }, project.server);
    await app.events();
    await define(3, [definition('a', ['b']), definition('c', [], 'project'), definition('p')]);
    expect(await ids({ user_id, recursive: true })).toEqual(['$update_team', 'a']);
    const { items } = await app.permissions.listProjectPermissions(
      { user_id, recursive: false },
      project.server,
    );
    expect(items).toEqual([]);
    const definitions = await app.permissions.listPermissionDefinitions({ scope: 'team' }, project.server);
    expect(definitions.items.find(({ id }) => id === 'a')!.contained_permission_ids).toEqual([]);
    expect(await app.events()).toEqual([]);
  });

  it('of an older or equal version change nothing', async () => {
    await define(5, [definition('a')]);
    await define(5, [definition('b')]);
    await define(4, [definition('c')]);
    const { items } = await app.permissions.listPermissionDefinitions({ scope: 'team' }, project.server);
    expect(items.map(({ id }) => id)).toEqual([...SYSTEM_IDS, 'a']);
  });

  it('written in parallel end with the newest', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => index + 2);
    await Promise.all(versions.map((version) => define(version, [definition(`v${version}`)])));
    const { items } = await app.permissions.listPermissionDefinitions({ scope: 'team' }, project.server);
    expect(items.map(({ id }) => id)).toEqual([...SYSTEM_IDS, 'v21']);
  });
});
