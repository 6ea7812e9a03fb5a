import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTeamsPermissions, type TestProject } from '../testing/harness.ts';

let app: Awaited<ReturnType<typeof startTeamsPermissions>>;
let project: TestProject;

beforeAll(async () => {
  app = await startTeamsPermissions('memberships');
});
afterAll(() => app.stop());
beforeEach(async () => {
  project = await app.newProject();
});

const add = (team_id: string, user_id: string) =>
  app.memberships.addMember({ team_id, user_id }, project.server);
const remove = (team_id: string, user_id: string, call = project.server) =>
  app.memberships.removeMember({ team_id, user_id }, call);
const isMember = async (team_id: string, user_id: string) =>
  (await app.memberships.checkMembership({ team_id, user_id }, project.system)).is_member;

describe('adding a member', () => {
  it('grants the default permissions of members and tells about the membership, then each grant', async () => {
    project = await app.newProject({
      team_member_default_permissions: ['team_member', 'billing', '$update_team', 'unknown', 'beta'],
    });
    const user_id = await project.newUser();
    const team = await project.newTeam();
    await app.events();
    expect(await add(team.id, user_id)).toEqual({ team_id: team.id, user_id });
    const events = await app.events();
    expect(events.map(({ type }) => type)).toEqual([
      'team_membership.created',
      'team_permission.created',
      'team_permission.created',
      'team_permission.created',
    ]);
    expect(events[0]!.team_membership).toEqual({ team_id: team.id, user_id });
    expect(events.slice(1).map((event) => event.team_permission?.id)).toEqual([
      '$update_team',
      'billing',
      'team_member',
    ]);
    expect(await isMember(team.id, user_id)).toBe(true);
  });

  it('checks the user, then the team, then the membership', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam(user_id);
    const missing = newUuid();
    await expect(add(missing, newUuid())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(add(missing, user_id)).rejects.toMatchObject({
      code: 'TEAM_NOT_FOUND',
      details: { team_id: missing },
    });
    await expect(add(team.id, user_id)).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_ALREADY_EXISTS' });
  });

  it('asks identity about users it was not told about', async () => {
    const user_id = newUuid();
    app.identity.users.add(user_id);
    const team = await project.newTeam();
    expect(await add(team.id, user_id)).toEqual({ team_id: team.id, user_id });
  });

  it('fifty parallel requests make one membership and 49 × TEAM_MEMBERSHIP_ALREADY_EXISTS', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam();
    await app.events();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => add(team.id, user_id)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(49);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'TEAM_MEMBERSHIP_ALREADY_EXISTS' });
    expect((await app.events()).map(({ type }) => type)).toEqual([
      'team_membership.created',
      'team_permission.created',
    ]);
  });

  it('a user of another project is unknown here', async () => {
    const other = await app.newProject();
    const stranger = newUuid();
    await app.provisioning.provisionUser({ user_id: stranger }, other.system);
    const team = await project.newTeam();
    await expect(add(team.id, stranger)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});

describe('removing a member', () => {
  it('drops the direct permissions and the selection and tells about the membership only', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam(user_id);
    await app.events();
    await remove(team.id, user_id);
    expect(await app.events()).toMatchObject([
      { type: 'team_membership.deleted', team_membership: { user_id } },
    ]);
    expect(app.identity.cleared).toContainEqual({ team_id: team.id, user_id });
    await add(team.id, user_id);
    const { items } = await app.permissions.listTeamPermissions(
      { user_id, recursive: false },
      project.server,
    );
    expect(items.map(({ id }) => id)).toEqual(['team_member']);
  });

  it('leaves an empty team behind', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam(user_id);
    await remove(team.id, user_id);
    expect(await app.teams.getTeam({ team_id: team.id }, project.server)).toEqual(team);
  });

  it('a client leaves without permission and needs $remove_members for somebody else', async () => {
    const [admin, member] = [await project.newUser(), await project.newUser()];
    const team = await project.newTeam(admin);
    await add(team.id, member);
    await expect(remove(team.id, admin, project.client())).rejects.toMatchObject({
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    });
    await expect(remove(team.id, admin, project.client(member))).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: team.id, user_id: member, permission_id: '$remove_members' },
    });
    await remove(team.id, member, project.client(member));
    await add(team.id, member);
    await remove(team.id, member, project.client(admin));
    expect(await isMember(team.id, member)).toBe(false);
  });

  it('USER_NOT_FOUND for an unknown user, TEAM_MEMBERSHIP_NOT_FOUND for no member and for no team', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam();
    await expect(remove(team.id, newUuid())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    for (const team_id of [team.id, newUuid()])
      await expect(remove(team_id, user_id)).rejects.toMatchObject({
        code: 'TEAM_MEMBERSHIP_NOT_FOUND',
        details: { team_id, user_id },
      });
  });

  it('fifty parallel removals remove once', async () => {
    const user_id = await project.newUser();
    const team = await project.newTeam(user_id);
    await app.events();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => remove(team.id, user_id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.events()).toHaveLength(1);
  });
});
