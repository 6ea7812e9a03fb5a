import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newProject, newUuid, type Project, type User } from '../project.ts';

let project: Project;
let other: Project;
let user: User;
let member: User;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject({ client_team_creation_enabled: true }), newProject()]);
  [user, member] = await Promise.all([project.signUp(), project.signUp()]);
});

const client = (one: User = user) => project.as('client', one);

describe('POST /teams', () => {
  it('of a server answers the whole team, without members', async () => {
    const fields = {
      display_name: 'Lumen Labs',
      profile_image_url: 'https://cdn.example/a.png',
      client_metadata: { accent: '#0af' },
      client_read_only_metadata: { tier: 'growth' },
      server_metadata: { billing_ref: 'cus_77' },
    };
    const team = ok(await project.server.post('/teams', fields), 201);
    expect(team).toEqual({
      id: expect.any(String) as string,
      ...fields,
      created_at_millis: expect.any(Number) as number,
    });
    expect(ok(await project.server.get('/users', { query: { team_id: team.id as string } })).items).toEqual(
      [],
    );
  });

  it('of a client answers the client view and makes its user an admin, without selecting the team', async () => {
    const team = ok(await client().post('/teams', { display_name: 'Mine' }), 201);
    expect(team).toEqual({
      id: expect.any(String) as string,
      display_name: 'Mine',
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
    const held = ok(
      await client().get('/team-permissions', { query: { user_id: 'me', team_id: team.id as string } }),
    );
    expect(held.items).toEqual([{ id: 'team_admin', team_id: team.id as string, user_id: user.id }]);
    expect(ok(await client().get('/users/me')).selected_team_id).toBe(null);
  });

  it('takes me and the own id as creator, 403 for somebody else', async () => {
    for (const creator_user_id of ['me', user.id])
      ok(await client().post('/teams', { display_name: 'x', creator_user_id }), 201);
    expectText(await client().post('/teams', { display_name: 'x', creator_user_id: member.id }), 403);
  });

  it('needs a user of a client, and the flag of the project', async () => {
    expectKnown(
      await project.client.post('/teams', { display_name: 'x' }),
      401,
      'USER_AUTHENTICATION_REQUIRED',
    );
    const explicit = { display_name: 'x', creator_user_id: user.id };
    expectKnown(await project.client.post('/teams', explicit), 401, 'USER_AUTHENTICATION_REQUIRED');
    const stranger = await other.signUp();
    expectText(await other.as('client', stranger).post('/teams', { display_name: 'x' }), 403);
    ok(await other.server.post('/teams', { display_name: 'x', creator_user_id: stranger.id }), 201);
  });

  it('of a server names an existing creator or nobody', async () => {
    for (const creator_user_id of [newUuid(), await other.newUser()])
      expectKnown(
        await project.server.post('/teams', { display_name: 'x', creator_user_id }),
        404,
        'USER_NOT_FOUND',
      );
  });

  it('still understands add_current_user, but not beside creator_user_id', async () => {
    const server = project.as('server', user);
    const team = ok(await server.post('/teams?add_current_user=true', { display_name: 'x' }), 201);
    const members = ok(await project.server.get('/users', { query: { team_id: team.id as string } }));
    expect((members.items as { id: string }[]).map(({ id }) => id)).toEqual([user.id]);
    const both = { display_name: 'x', creator_user_id: user.id };
    expectText(await server.post('/teams?add_current_user=true', both), 400);
    expectText(await project.server.post('/teams?add_current_user=true', { display_name: 'x' }), 401);
    expectSchemaError(
      await server.post('/teams?add_current_user=maybe', { display_name: 'x' }),
      'query.add_current_user',
    );
  });
});

describe('GET /teams', () => {
  it('lists oldest first: all of the project, or those of a user', async () => {
    const own = await newProject();
    const someone = await own.newUser();
    const first = await own.newTeam();
    const second = await own.newTeam({ creator_user_id: someone });
    const list = async (query = {}) =>
      ok(await own.server.get('/teams', { query })) as { items: { id: string }[] };
    const all = await list();
    expect(Object.keys(all).sort()).toEqual(['is_paginated', 'items']);
    expect(all.items.map(({ id }) => id)).toEqual([first, second]);
    expect((await list({ user_id: someone })).items.map(({ id }) => id)).toEqual([second]);
    expect((await list({ user_id: newUuid() })).items).toEqual([]);
  });

  it('a client has to name its own user', async () => {
    expectText(await client().get('/teams'), 403);
    expectText(await client().get('/teams', { query: { user_id: member.id } }), 403);
    expectKnown(await project.client.get('/teams'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(
      await project.client.get('/teams', { query: { user_id: user.id } }),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    for (const user_id of ['me', user.id]) {
      const { items } = ok(await client().get('/teams', { query: { user_id } })) as { items: object[] };
      for (const team of items) expect(team).not.toHaveProperty('server_metadata');
    }
  });
});

describe('one team', () => {
  it('a client reads it as a member; otherwise it looks like a missing one', async () => {
    const team = await project.newTeam({ creator_user_id: user.id });
    expect(ok(await client().get(`/teams/${team}`)).id).toBe(team);
    for (const team_id of [team, newUuid()])
      expectKnown(await client(member).get(`/teams/${team_id}`), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', {
        team_id,
        user_id: member.id,
      });
    expectKnown(await project.client.get(`/teams/${team}`), 401, 'USER_AUTHENTICATION_REQUIRED');
  });

  it('a server gets TEAM_NOT_FOUND for a missing one and for one of another project', async () => {
    const foreign = await other.newTeam();
    for (const team_id of [foreign, newUuid()]) {
      expectKnown(await project.server.get(`/teams/${team_id}`), 404, 'TEAM_NOT_FOUND', { team_id });
      expectKnown(await project.server.patch(`/teams/${team_id}`, {}), 404, 'TEAM_NOT_FOUND', { team_id });
      expectKnown(await project.server.delete(`/teams/${team_id}`), 404, 'TEAM_NOT_FOUND', { team_id });
    }
    ok(await other.server.get(`/teams/${foreign}`));
  });

  it('PATCH changes what is sent', async () => {
    const team = await project.newTeam({
      profile_image_url: 'https://cdn.example/a.png',
      client_metadata: { a: 1 },
    });
    const before = ok(await project.server.patch(`/teams/${team}`, {}));
    const changes = { display_name: '', profile_image_url: null, server_metadata: [1] };
    const after = ok(await project.server.patch(`/teams/${team}`, changes));
    expect(after).toEqual({ ...before, ...changes });
    expect(ok(await project.server.get(`/teams/${team}`))).toEqual(after);
  });

  it('PATCH and DELETE need their permission of a client', async () => {
    const team = await project.newTeam({ creator_user_id: user.id });
    ok(await project.server.post(`/team-memberships/${team}/${member.id}`, {}), 201);
    const needs = (permission_id: string) => ({ team_id: team, user_id: member.id, permission_id });
    const change = { display_name: 'new' };
    const patch = (caller = client()) => caller.patch(`/teams/${team}`, change);
    expectKnown(await patch(client(member)), 401, 'TEAM_PERMISSION_REQUIRED', needs('$update_team'));
    expectKnown(
      await client(member).delete(`/teams/${team}`),
      401,
      'TEAM_PERMISSION_REQUIRED',
      needs('$delete_team'),
    );
    expectKnown(await patch(project.client), 401, 'USER_AUTHENTICATION_REQUIRED');
    expectKnown(await project.client.delete(`/teams/${team}`), 401, 'USER_AUTHENTICATION_REQUIRED');
    const stranger = await project.signUp();
    const missing = { team_id: team, user_id: stranger.id };
    expectKnown(await patch(client(stranger)), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', missing);
    expectKnown(await client(stranger).delete(`/teams/${team}`), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', missing);
    expectText(
      await client(member).patch(`/teams/${team}`, { profile_image_url: 'http://a.example/b.png' }),
      400,
    );
    expect(ok(await patch())).toMatchObject(change);
    expect(ok(await client().delete(`/teams/${team}`))).toEqual({ success: true });
    expectKnown(await project.server.get(`/teams/${team}`), 404, 'TEAM_NOT_FOUND', { team_id: team });
  });
});

describe('memberships', () => {
  const path = (team: string, id: string) => `/team-memberships/${team}/${id}`;

  it('POST adds with the default permissions, once', async () => {
    const team = await project.newTeam();
    expect(ok(await project.server.post(path(team, member.id), {}), 201)).toEqual({
      team_id: team,
      user_id: member.id,
    });
    expectKnown(await project.server.post(path(team, member.id), {}), 409, 'TEAM_MEMBERSHIP_ALREADY_EXISTS');
    const { items } = ok(await project.server.get('/team-permissions', { query: { team_id: team } }));
    expect(items).toEqual([{ id: 'team_member', team_id: team, user_id: member.id }]);
    ok(await project.as('server', user).post(path(team, 'me'), {}), 201);
  });

  it('POST checks the user, then the team, in this project', async () => {
    const team = await project.newTeam();
    const [stranger, foreign] = [await other.newUser(), await other.newTeam()];
    expectKnown(await project.server.post(path(newUuid(), newUuid()), {}), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.post(path(team, stranger), {}), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.post(path(foreign, user.id), {}), 404, 'TEAM_NOT_FOUND', {
      team_id: foreign,
    });
    expectKnown(await project.client.post(path(team, user.id), {}), 401, 'INSUFFICIENT_ACCESS_TYPE', {
      actual_access_type: 'client',
      allowed_access_types: ['server', 'admin'],
    });
  });

  it('DELETE: leaving needs nothing, removing somebody needs $remove_members', async () => {
    const team = await project.newTeam({ creator_user_id: user.id });
    ok(await project.server.post(path(team, member.id), {}), 201);
    expectKnown(await client(member).delete(path(team, user.id)), 401, 'TEAM_PERMISSION_REQUIRED', {
      team_id: team,
      user_id: member.id,
      permission_id: '$remove_members',
    });
    expectKnown(await project.client.delete(path(team, user.id)), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect(ok(await client(member).delete(path(team, 'me')))).toEqual({ success: true });
    ok(await project.server.post(path(team, member.id), {}), 201);
    ok(await client().delete(path(team, member.id)));
    const missing = { team_id: team, user_id: member.id };
    expectKnown(await client().delete(path(team, member.id)), 404, 'TEAM_MEMBERSHIP_NOT_FOUND', missing);
    expectKnown(
      await project.server.delete(path(team, member.id)),
      404,
      'TEAM_MEMBERSHIP_NOT_FOUND',
      missing,
    );
    expectKnown(await project.server.delete(path(team, newUuid())), 404, 'USER_NOT_FOUND');
  });

  it('take their permissions with them', async () => {
    const team = await project.newTeam({ creator_user_id: user.id });
    ok(await project.server.delete(path(team, user.id)));
    ok(await project.server.post(path(team, user.id), {}), 201);
    const { items } = ok(await project.server.get('/team-permissions', { query: { team_id: team } }));
    expect((items as { id: string }[]).map(({ id }) => id)).toEqual(['team_member']);
  });
});
