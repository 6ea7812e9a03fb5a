import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok, type Json } from '../client.ts';
import { newProject, newUuid, overrideConfig, type Project, type User } from '../project.ts';

let project: Project;
let other: Project;
let user: User;
let team: string;

const SYSTEM = [
  '$delete_team',
  '$invite_members',
  '$manage_api_keys',
  '$read_members',
  '$remove_members',
  '$update_team',
];

const definition = (scope: string, ...contained: string[]) => ({
  scope,
  containedPermissionIds: Object.fromEntries(contained.map((id) => [id, true])),
});

beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  await overrideConfig(project, {
    'rbac.permissions.parent': definition('team', 'child', '$read_members'),
    'rbac.permissions.child': definition('team', 'parent'),
    'rbac.permissions.beta': definition('project', 'beta2'),
    'rbac.permissions.beta2': definition('project', 'beta'),
  });
  user = await project.signUp();
  team = await project.newTeam();
  ok(await project.server.post(`/team-memberships/${team}/${user.id}`, {}), 201);
});

const grantPath = (id: string, user_id = user.id, team_id = team) =>
  `/team-permissions/${team_id}/${user_id}/${id}`;
const ids = (body: Json) => (body.items as { id: string }[]).map(({ id }) => id);

describe('GET /team-permissions', () => {
  it('gives direct grants, and with recursive=true everything they contain', async () => {
    ok(await project.server.post(grantPath('parent'), {}), 201);
    const list = async (query = {}) =>
      ok(await project.server.get('/team-permissions', { query: { team_id: team, ...query } }));
    const direct = await list();
    expect(direct).toEqual({
      items: ['parent', 'team_member'].map((id) => ({ id, team_id: team, user_id: user.id })),
      is_paginated: false,
    });
    expect(ids(await list({ recursive: true }))).toEqual([
      '$invite_members',
      '$read_members',
      'child',
      'parent',
      'team_member',
    ]);
    expect(ids(await list({ recursive: true, permission_id: 'child' }))).toEqual(['child']);
    expect(ids(await list({ recursive: false, permission_id: 'child' }))).toEqual([]);
    ok(await project.server.delete(grantPath('parent')));
  });

  it('a client lists its own and has to say so; unknown teams are empty', async () => {
    const client = project.as('client', user);
    expectText(await client.get('/team-permissions'), 403);
    expectText(await client.get('/team-permissions', { query: { user_id: newUuid() } }), 403);
    expectKnown(await project.client.get('/team-permissions'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect(ids(ok(await client.get('/team-permissions', { query: { user_id: 'me' } })))).toEqual([
      'team_member',
    ]);
    expect(
      ids(ok(await client.get('/team-permissions', { query: { user_id: 'me', team_id: newUuid() } }))),
    ).toEqual([]);
  });

  it('refuses other values of recursive', async () => {
    expectSchemaError(
      await project.server.get('/team-permissions', { query: { recursive: '1' } }),
      'query.recursive',
    );
  });
});

describe('team grants', () => {
  it('201 with the grant, again as well; every system id can be granted', async () => {
    for (const id of [...SYSTEM, SYSTEM[0]!])
      expect(ok(await project.server.post(grantPath(id), {}), 201)).toEqual({
        id,
        team_id: team,
        user_id: user.id,
      });
    for (const id of SYSTEM)
      expect(ok(await project.server.delete(grantPath(id)))).toEqual({ success: true });
  });

  it('check user, membership, existence, scope', async () => {
    const stranger = await project.newUser();
    expectKnown(await project.server.post(grantPath('x', newUuid()), {}), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.post(grantPath('x', stranger), {}), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', {
      team_id: team,
      user_id: stranger,
    });
    const nowhere = newUuid();
    expectKnown(
      await project.server.post(grantPath('x', user.id, nowhere), {}),
      404,
      'TEAM_MEMBERSHIP_NOT_FOUND',
      {
        team_id: nowhere,
        user_id: user.id,
      },
    );
    expectKnown(await project.server.post(grantPath('unknown'), {}), 404, 'PERMISSION_NOT_FOUND', {
      permission_id: 'unknown',
    });
    expectKnown(await project.server.post(grantPath('beta'), {}), 404, 'WRONG_PERMISSION_SCOPE', {
      permission_id: 'beta',
      expected_scope: 'team',
      actual_scope: 'project',
    });
  });

  it('another project has neither the user nor the team', async () => {
    expectKnown(await other.server.post(grantPath('team_member'), {}), 404, 'USER_NOT_FOUND');
    expectKnown(await other.server.delete(grantPath('team_member')), 404, 'USER_NOT_FOUND');
  });

  it('revoking what was not granted directly is TEAM_PERMISSION_NOT_FOUND 401', async () => {
    expectKnown(await project.server.delete(grantPath('$read_members')), 401, 'TEAM_PERMISSION_NOT_FOUND', {
      team_id: team,
      user_id: user.id,
      permission_id: '$read_members',
    });
  });

  it('revoked at once stop what they allowed', async () => {
    const leader = await project.signUp();
    const own = await project.newTeam({ creator_user_id: leader.id });
    const client = project.as('client', leader);
    ok(await client.patch(`/teams/${own}`, { display_name: 'a' }));
    ok(await project.server.delete(grantPath('team_admin', leader.id, own)));
    expectKnown(await client.patch(`/teams/${own}`, { display_name: 'b' }), 401, 'TEAM_PERMISSION_REQUIRED', {
      team_id: own,
      user_id: leader.id,
      permission_id: '$update_team',
    });
  });
});

describe('project permissions', () => {
  const path = (id: string, user_id = user.id) => `/project-permissions/${user_id}/${id}`;

  it('are granted, listed and revoked', async () => {
    expect(ok(await project.server.post(path('beta'), {}), 201)).toEqual({ id: 'beta', user_id: user.id });
    const list = async (query = {}) =>
      ids(
        ok(
          await project
            .as('client', user)
            .get('/project-permissions', { query: { user_id: 'me', ...query } }),
        ),
      );
    expect(await list()).toEqual(['beta']);
    expect(await list({ recursive: true })).toEqual(['beta', 'beta2']);
    expect(await list({ recursive: true, permission_id: 'beta2' })).toEqual(['beta2']);
    expect(ok(await project.server.delete(path('beta')))).toEqual({ success: true });
    expect(await list({ recursive: true })).toEqual([]);
    expectKnown(await project.server.delete(path('beta')), 404, 'PERMISSION_NOT_FOUND', {
      permission_id: 'beta',
    });
  });

  it('check user, existence and scope; system ids do not exist here', async () => {
    expectKnown(await project.server.post(path('beta', newUuid()), {}), 404, 'USER_NOT_FOUND');
    expectKnown(await other.server.post(path('beta'), {}), 404, 'USER_NOT_FOUND');
    for (const permission_id of ['unknown', '$update_team'])
      expectKnown(await project.server.post(path(permission_id), {}), 404, 'PERMISSION_NOT_FOUND', {
        permission_id,
      });
    expectKnown(await project.server.post(path('parent'), {}), 404, 'WRONG_PERMISSION_SCOPE', {
      permission_id: 'parent',
      expected_scope: 'project',
      actual_scope: 'team',
    });
  });

  it('a client lists its own and has to say so', async () => {
    expectText(await project.as('client', user).get('/project-permissions'), 403);
    expectKnown(await project.client.get('/project-permissions'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('of the sign-up default are granted to every new user', async () => {
    const own = await newProject();
    await overrideConfig(own, {
      'rbac.permissions.beta': definition('project'),
      'rbac.defaultPermissions.signUp': { beta: true },
    });
    const { id } = await own.signUp();
    expect(ids(ok(await own.server.get('/project-permissions', { query: { user_id: id } })))).toEqual([
      'beta',
    ]);
    const made = await own.newUser();
    expect(ids(ok(await own.server.get('/project-permissions', { query: { user_id: made } })))).toEqual([
      'beta',
    ]);
  });
});

describe('definitions', () => {
  it('of a new project: eight for teams, none for the project', async () => {
    const list = ok(await other.admin.get('/team-permission-definitions'));
    expect(list.is_paginated).toBe(false);
    expect(ids(list)).toEqual([...SYSTEM, 'team_admin', 'team_member']);
    expect(list.items).toEqual(
      expect.arrayContaining([
        {
          id: 'team_member',
          description: expect.any(String) as string,
          contained_permission_ids: ['$invite_members', '$read_members'],
        },
        { id: '$update_team', description: expect.any(String) as string, contained_permission_ids: [] },
      ]),
    );
    expect(ok(await other.admin.get('/project-permission-definitions'))).toEqual({
      items: [],
      is_paginated: false,
    });
  });

  it('follow the configuration at once; one without description has no such key', async () => {
    expect(ids(ok(await project.admin.get('/project-permission-definitions')))).toEqual(['beta', 'beta2']);
    const { items } = ok(await project.admin.get('/team-permission-definitions')) as {
      items: { id: string }[];
    };
    expect(items.find(({ id }) => id === 'parent')).toEqual({
      id: 'parent',
      contained_permission_ids: ['$read_members', 'child'],
    });
  });

  it('removed from the configuration take their grants along', async () => {
    const own = await newProject();
    await overrideConfig(own, { 'rbac.permissions.temp': definition('team') });
    const someone = await own.newUser();
    const its = await own.newTeam({ creator_user_id: someone });
    ok(await own.server.post(`/team-permissions/${its}/${someone}/temp`, {}), 201);
    await overrideConfig(own, { 'rbac.permissions.temp': null });
    expect(ids(ok(await own.server.get('/team-permissions', { query: { team_id: its } })))).toEqual([
      'team_admin',
    ]);
    expectKnown(
      await own.server.post(`/team-permissions/${its}/${someone}/temp`, {}),
      404,
      'PERMISSION_NOT_FOUND',
      {
        permission_id: 'temp',
      },
    );
  });
});
