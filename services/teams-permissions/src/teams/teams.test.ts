import { newUuid } from '@portico/platform/ids';
import { CreateTeamRequest } from '@portico/proto/teams/v1/teams';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTeamsPermissions, type TestProject } from '../testing/harness.ts';

let app: Awaited<ReturnType<typeof startTeamsPermissions>>;
let project: TestProject;

beforeAll(async () => {
  app = await startTeamsPermissions('teams');
});
afterAll(() => app.stop());
beforeEach(async () => {
  project = await app.newProject();
});

const create = (fields: object, call = project.server) =>
  app.teams.createTeam(CreateTeamRequest.fromPartial({ display_name: 'Lumen', ...fields }), call);
const update = (team_id: string, team: object, call = project.server) =>
  app.teams.updateTeam({ team_id, team: team as never, update_mask: Object.keys(team) }, call);
const permissionsOf = async (team_id: string, user_id: string) => {
  const { items } = await app.permissions.listTeamPermissions(
    { team_id, user_id, recursive: false },
    project.server,
  );
  return items.map(({ id }) => id);
};

describe('creating a team', () => {
  it('keeps every field and tells about the team only', async () => {
    const user_id = await project.newUser();
    const team = await create({
      creator_user_id: user_id,
      profile_image_url: 'http://cdn.test/a.png',
      client_metadata: { a: [1, null, { b: 'x' }] },
      client_read_only_metadata: 'text',
      server_metadata: false,
    });
    expect(team).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      display_name: 'Lumen',
      profile_image_url: 'http://cdn.test/a.png',
      client_metadata: { a: [1, null, { b: 'x' }] },
      client_read_only_metadata: 'text',
      server_metadata: false,
      created_at_millis: app.clock.now(),
    });
    expect(await app.teams.getTeam({ team_id: team.id }, project.server)).toEqual(team);
    expect((await app.events()).map(({ type }) => type)).toEqual(['team.created']);
  });

  it('grants its creator the default permissions of creators', async () => {
    const user_id = await project.newUser();
    const team = await create({ creator_user_id: user_id });
    expect(await permissionsOf(team.id, user_id)).toEqual(['team_admin']);
  });

  it('has no members when a server names no creator', async () => {
    const team = await create({});
    expect((await app.memberships.listMemberIds({ team_id: team.id }, project.server)).user_ids).toEqual([]);
  });

  it('makes a client the creator without being asked', async () => {
    const user_id = await project.newUser();
    const team = await create({}, project.client(user_id));
    expect((await app.memberships.listMemberIds({ team_id: team.id }, project.server)).user_ids).toEqual([
      user_id,
    ]);
  });

  it('adds the current user of a server with add_current_user', async () => {
    const user_id = await project.newUser();
    const team = await create({ add_current_user: true }, project.as('server', user_id));
    expect((await app.memberships.listMemberIds({ team_id: team.id }, project.server)).user_ids).toEqual([
      user_id,
    ]);
    await expect(create({ add_current_user: true })).rejects.toMatchObject({ status: 401 });
  });

  it('refuses creator_user_id together with add_current_user', async () => {
    const both = { creator_user_id: newUuid(), add_current_user: true };
    await expect(create(both)).rejects.toMatchObject({ name: 'StatusError', status: 400 });
  });

  it('checks a client in order: user, flag, image, creator', async () => {
    const closed = await app.newProject({ client_team_creation_enabled: false });
    const bad = { profile_image_url: 'http://refused.test/a.png', creator_user_id: newUuid() };
    await expect(create(bad, closed.client())).rejects.toMatchObject({
      code: 'USER_AUTHENTICATION_REQUIRED',
    });
    await expect(create(bad, closed.client(newUuid()))).rejects.toMatchObject({ status: 403 });
    await expect(create(bad, project.client(newUuid()))).rejects.toMatchObject({ status: 400 });
    const foreign = { creator_user_id: newUuid() };
    await expect(create(foreign, project.client(newUuid()))).rejects.toMatchObject({ status: 403 });
    expect(app.identity.images).not.toContain(bad.profile_image_url);
  });

  it('404 USER_NOT_FOUND for an unknown creator, and nothing is created', async () => {
    await expect(create({ creator_user_id: newUuid() })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect((await app.teams.listTeams({}, project.server)).items).toEqual([]);
    expect(await app.events()).toEqual([]);
  });

  it('ignores a team id that does not come from the system', async () => {
    const team_id = newUuid();
    expect((await create({ team_id })).id).not.toBe(team_id);
    expect((await create({ team_id }, project.system)).id).toBe(team_id);
  });
});

describe('reading teams', () => {
  it('404 TEAM_NOT_FOUND for a server, TEAM_MEMBERSHIP_NOT_FOUND for a client that is no member', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam();
    const missing = newUuid();
    await expect(app.teams.getTeam({ team_id: missing }, project.server)).rejects.toMatchObject({
      code: 'TEAM_NOT_FOUND',
      details: { team_id: missing },
    });
    for (const team_id of [team.id, missing])
      await expect(app.teams.getTeam({ team_id }, project.client(user_id))).rejects.toMatchObject({
        code: 'TEAM_MEMBERSHIP_NOT_FOUND',
        details: { team_id, user_id },
      });
    await expect(app.teams.getTeam({ team_id: team.id }, project.client())).rejects.toMatchObject({
      code: 'USER_AUTHENTICATION_REQUIRED',
    });
  });

  it('another project does not have the team', async () => {
    const team = await project.newTeam();
    const other = await app.newProject();
    await expect(app.teams.getTeam({ team_id: team.id }, other.server)).rejects.toMatchObject({
      status: 404,
    });
    expect((await app.teams.getTeamsByIds({ team_ids: [team.id] }, other.server)).items).toEqual([]);
    expect((await app.teams.listTeams({}, other.server)).items).toEqual([]);
  });

  it('lists oldest first, of one user or of the project', async () => {
    const user_id = await project.newUser();
    const first = await project.newTeam(user_id);
    const second = await project.newTeam();
    const third = await project.newTeam(user_id);
    const all = await app.teams.listTeams({}, project.server);
    expect(all.items.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const own = await app.teams.listTeams({ user_id }, project.client(user_id));
    expect(own.items.map(({ id }) => id)).toEqual([first.id, third.id]);
    expect((await app.teams.listTeams({ user_id: newUuid() }, project.server)).items).toEqual([]);
  });

  it('a client lists only the teams of its own user and has to name it', async () => {
    await expect(app.teams.listTeams({}, project.client())).rejects.toMatchObject({
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    });
    await expect(app.teams.listTeams({}, project.client(newUuid()))).rejects.toMatchObject({ status: 403 });
    await expect(
      app.teams.listTeams({ user_id: newUuid() }, project.client(newUuid())),
    ).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe('updating a team', () => {
  it('changes what is named, clears what is named and absent, keeps the rest', async () => {
    const team = await create({ profile_image_url: 'http://cdn.test/a.png', client_metadata: { a: 1 } });
    await app.events();
    const updated = await update(team.id, {
      display_name: 'New',
      profile_image_url: undefined,
      server_metadata: [1, 2],
    });
    expect(updated).toEqual({
      ...team,
      display_name: 'New',
      profile_image_url: undefined,
      server_metadata: [1, 2],
    });
    expect(await app.teams.getTeam({ team_id: team.id }, project.server)).toEqual(updated);
    expect(await app.events()).toMatchObject([{ type: 'team.updated', team: { display_name: 'New' } }]);
  });

  it('stores an image that comes as data', async () => {
    const team = await project.newTeam();
    const updated = await update(team.id, { profile_image_url: 'data:image/png;base64,AAAA' });
    expect(updated.profile_image_url).toBe('http://images.test/stored.png');
  });

  it('needs $update_team of a client', async () => {
    const [admin, member] = [await project.newUser(), await project.newUser()];
    const team = await project.newTeam(admin);
    await app.memberships.addMember({ team_id: team.id, user_id: member }, project.server);
    const change = { display_name: 'New' };
    expect(await update(team.id, change, project.client(admin))).toMatchObject(change);
    await expect(update(team.id, change, project.client(member))).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: team.id, user_id: member, permission_id: '$update_team' },
    });
    await expect(update(team.id, change, project.client(newUuid()))).rejects.toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
    });
    await expect(update(newUuid(), change)).rejects.toMatchObject({ code: 'TEAM_NOT_FOUND' });
  });

  it('judges the image of a client before its rights, and does not let it write what servers write', async () => {
    const team_id = newUuid();
    const image = { profile_image_url: 'ftp://cdn.test/a.png' };
    await expect(update(team_id, image, project.client())).rejects.toMatchObject({ status: 400 });
    const admin = await project.newUser();
    const team = await project.newTeam(admin);
    await expect(update(team.id, { server_metadata: 1 }, project.client(admin))).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('deleting a team', () => {
  it('takes memberships and grants along, clears selections and tells about the team only', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam(user_id);
    await app.events();
    await app.teams.deleteTeam({ team_id: team.id }, project.client(user_id));
    expect(await app.events()).toMatchObject([{ type: 'team.deleted', subject: team.id }]);
    expect(app.identity.cleared).toContainEqual({ team_id: team.id });
    expect((await app.teams.listTeams({ user_id }, project.server)).items).toEqual([]);
    expect(await permissionsOf(team.id, user_id)).toEqual([]);
    await expect(app.teams.deleteTeam({ team_id: team.id }, project.server)).rejects.toMatchObject({
      code: 'TEAM_NOT_FOUND',
    });
  });

  it('needs $delete_team of a client', async () => {
    const member = await project.newUser();
    const team = await project.newTeam();
    await app.memberships.addMember({ team_id: team.id, user_id: member }, project.server);
    await expect(app.teams.deleteTeam({ team_id: team.id }, project.client(member))).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: team.id, user_id: member, permission_id: '$delete_team' },
    });
    await expect(app.teams.deleteTeam({ team_id: team.id }, project.client())).rejects.toMatchObject({
      code: 'USER_AUTHENTICATION_REQUIRED',
    });
  });

  it('fifty parallel deletions delete once', async () => {
    const team = await project.newTeam();
    await app.events();
    const tries = Array.from({ length: 50 }, () =>
      app.teams.deleteTeam({ team_id: team.id }, project.server),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.events()).toHaveLength(1);
  });
});
