import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTeamsPermissions, type TestProject } from '../testing/harness.ts';

let app: Awaited<ReturnType<typeof startTeamsPermissions>>;

beforeAll(async () => {
  app = await startTeamsPermissions('provisioning');
});
afterAll(() => app.stop());

const teamsOf = async (user_id: string, project: TestProject) =>
  (await app.teams.listTeams({ user_id }, project.system)).items;

describe('provisioning a user', () => {
  it('makes one personal team with the user as its creator, however often it is asked for', async () => {
    const project = await app.newProject({ create_team_on_sign_up: true });
    const user_id = newUuid();
    const request = { user_id, display_name: 'Mira', primary_email: 'mira@lumen.test' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.provisioning.provisionUser(request, project.system)),
    );
    const teams = await teamsOf(user_id, project);
    expect(teams.map(({ display_name }) => display_name)).toEqual(["Mira's Team"]);
    for (const { personal_team_id } of answers) expect(personal_team_id).toBe(teams[0]!.id);
    const held = await app.permissions.listTeamPermissions({ user_id, recursive: false }, project.system);
    expect(held.items.map(({ id }) => id)).toEqual(['team_admin']);
    expect((await app.events()).map(({ type }) => type)).toEqual(['team.created']);
  });

  it.each([
    [{ primary_email: 'a@b.test' }, "a@b.test's Team"],
    [{ display_name: '', primary_email: 'a@b.test' }, "a@b.test's Team"],
    [{}, 'Personal Team'],
  ])('names the personal team of %o', async (fields, name) => {
    const project = await app.newProject({ create_team_on_sign_up: true });
    const user_id = newUuid();
    await app.provisioning.provisionUser({ user_id, ...fields }, project.system);
    expect(await teamsOf(user_id, project)).toMatchObject([{ display_name: name }]);
  });

  it('makes no team when the project does not want one', async () => {
    const project = await app.newProject();
    const user_id = newUuid();
    expect(await app.provisioning.provisionUser({ user_id }, project.system)).toEqual({
      personal_team_id: undefined,
    });
    expect(await teamsOf(user_id, project)).toEqual([]);
  });

  it('grants the default permissions of users once, untold', async () => {
    const project = await app.newProject({ user_default_permissions: ['beta', 'unknown', 'billing'] });
    const user_id = await project.newUser();
    const held = () => app.permissions.listProjectPermissions({ user_id, recursive: false }, project.system);
    expect((await held()).items).toEqual([{ id: 'beta', user_id }]);
    await app.permissions.revokeProjectPermission({ user_id, id: 'beta' }, project.server);
    await app.events();
    await app.provisioning.provisionUser({ user_id }, project.system);
    expect((await held()).items).toEqual([]);
    expect(await app.events()).toEqual([]);
  });
});

describe('renaming personal teams', () => {
  it('renames teams that still have the name of an unknown user', async () => {
    const project = await app.newProject({ create_team_on_sign_up: true });
    const user_id = await project.newUser();
    await project.newTeam(user_id);
    const other = await project.newUser();
    await app.events();
    await app.provisioning.renamePersonalTeams({ user_id }, project.system);
    expect((await teamsOf(user_id, project)).map((team) => team.display_name)).toEqual([
      'Personal Team',
      'Lumen',
    ]);
    await app.provisioning.renamePersonalTeams({ user_id, primary_email: 'a@b.test' }, project.system);
    expect((await teamsOf(user_id, project)).map((team) => team.display_name)).toEqual([
      "a@b.test's Team",
      'Lumen',
    ]);
    await app.provisioning.renamePersonalTeams({ user_id, display_name: 'Mira' }, project.system);
    expect((await teamsOf(user_id, project)).map((team) => team.display_name)).toEqual([
      "a@b.test's Team",
      'Lumen',
    ]);
    expect((await teamsOf(other, project)).map((team) => team.display_name)).toEqual(['Personal Team']);
    expect(await app.events()).toEqual([]);
  });
});

describe('deprovisioning a user', () => {
  it('ends memberships and grants, keeps the teams and tells about each membership once', async () => {
    const project = await app.newProject();
    const user_id = await project.newUser();
    const [first, second] = [await project.newTeam(user_id), await project.newTeam(user_id)];
    await app.permissions.grantProjectPermission({ user_id, id: 'beta' }, project.server);
    await app.events();
    await app.provisioning.deprovisionUser({ user_id }, project.system);
    await app.provisioning.deprovisionUser({ user_id }, project.system);
    expect((await app.events()).map(({ type, subject }) => [type, subject])).toEqual([
      ['team_membership.deleted', first.id],
      ['team_membership.deleted', second.id],
    ]);
    expect((await app.teams.listTeams({}, project.server)).items).toHaveLength(2);
    const held = await app.permissions.listProjectPermissions({ user_id, recursive: false }, project.server);
    expect(held.items).toEqual([]);
  });

  it('keeps the user from joining anything afterwards, also when it was never provisioned', async () => {
    const project = await app.newProject();
    const team = await project.newTeam();
    for (const user_id of [await project.newUser(), newUuid()]) {
      app.identity.users.add(user_id);
      await app.provisioning.deprovisionUser({ user_id }, project.system);
      const join = app.memberships.addMember({ team_id: team.id, user_id }, project.server);
      await expect(join).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      await app.provisioning.provisionUser({ user_id }, project.system);
      const grant = app.permissions.grantProjectPermission({ user_id, id: 'beta' }, project.server);
      await expect(grant).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    }
  });

  it('racing with joins never leaves a membership behind', async () => {
    const project = await app.newProject();
    const user_id = await project.newUser();
    const teams = await Promise.all(Array.from({ length: 20 }, () => project.newTeam()));
    const joins = teams.map(({ id }) => app.memberships.addMember({ team_id: id, user_id }, project.server));
    const end = app.provisioning.deprovisionUser({ user_id }, project.system);
    await Promise.allSettled([...joins, end]);
    expect(await teamsOf(user_id, project)).toEqual([]);
  });
});

describe('removing a project', () => {
  it('leaves nothing of it and everything of others', async () => {
    const [gone, kept] = [await app.newProject(), await app.newProject()];
    for (const project of [gone, kept]) {
      const user_id = await project.newUser();
      await project.newTeam(user_id);
      await app.permissions.grantProjectPermission({ user_id, id: 'beta' }, project.server);
    }
    await app.provisioning.removeProject({}, gone.system);
    await app.provisioning.removeProject({}, gone.system);
    const tables = ['teams', 'team_memberships', 'team_permission_grants', 'project_permission_grants'];
    tables.push('permission_definitions', 'project_settings', 'provisioned_users');
    for (const table of tables) {
      const rows = await app.db.query<unknown[]>(`select 1 from ${table} where project_id = $1`, [
        gone.system.project_id,
      ]);
      expect(rows, table).toEqual([]);
      const others = await app.db.query<unknown[]>(`select 1 from ${table} where project_id = $1`, [
        kept.system.project_id,
      ]);
      expect(others, table).not.toEqual([]);
    }
  });
});
