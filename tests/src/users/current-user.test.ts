import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok } from '../client.ts';
import { newProject, newUuid, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const CLIENT_KEYS = [
  'auth_with_email',
  'client_metadata',
  'client_read_only_metadata',
  'display_name',
  'has_password',
  'id',
  'is_anonymous',
  'oauth_providers',
  'otp_auth_enabled',
  'passkey_auth_enabled',
  'primary_email',
  'primary_email_verified',
  'profile_image_url',
  'requires_totp_mfa',
  'selected_team',
  'selected_team_id',
  'signed_up_at_millis',
];

describe('GET /users/me', () => {
  it('shows a client exactly the 17 keys of its view', async () => {
    const user = await project.signUp();
    const mine = ok(await project.as('client', user).get('/users/me'));
    expect(Object.keys(mine as object).sort()).toEqual(CLIENT_KEYS);
    expect(mine).toMatchObject({
      id: user.id,
      primary_email: user.email,
      has_password: true,
      auth_with_email: true,
    });
  });

  it('shows servers and admins the whole user', async () => {
    const user = await project.signUp();
    const whole = ok(await project.server.get(`/users/${user.id}`));
    for (const type of ['server', 'admin'] as const)
      expect(ok(await project.as(type, user).get('/users/me'))).toEqual(whole);
  });

  it('shows a client the client view of the selected team', async () => {
    const user = await project.signUp();
    const team = await project.newTeam({ creator_user_id: user.id, server_metadata: 'secret' });
    const mine = ok(await project.as('client', user).patch('/users/me', { selected_team_id: team }));
    expect(mine.selected_team_id).toBe(team);
    expect(mine.selected_team).toEqual({
      id: team,
      display_name: 'Team',
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
  });

  it('without a user is CANNOT_GET_OWN_USER_WITHOUT_USER for every access type', async () => {
    for (const caller of [project.client, project.server, project.admin]) {
      expectKnown(await caller.get('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
      expectKnown(await caller.patch('/users/me', {}), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    }
    for (const caller of [project.server, project.admin])
      expectKnown(await caller.delete('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});

describe('PATCH /users/me', () => {
  it('lets a client change what is its own', async () => {
    const user = await project.signUp();
    const fields = { display_name: 'Mira', client_metadata: { a: 1 } };
    const client = project.as('client', user);
    expect(ok(await client.patch('/users/me', fields))).toMatchObject(fields);
    expect(ok(await client.get('/users/me'))).toMatchObject(fields);
  });

  it('lets a server change what servers may', async () => {
    const user = await project.signUp();
    const fields = { server_metadata: [1], client_read_only_metadata: 'x' };
    expect(ok(await project.as('server', user).patch('/users/me', fields))).toMatchObject(fields);
  });

  it('refuses to select a team the user is not in', async () => {
    const user = await project.signUp();
    for (const team_id of [await project.newTeam(), newUuid()])
      expectKnown(
        await project.as('client', user).patch('/users/me', { selected_team_id: team_id }),
        404,
        'TEAM_MEMBERSHIP_NOT_FOUND',
        { team_id, user_id: user.id },
      );
  });

  it('the selection goes away with the membership and with the team', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    const select = async () => {
      const team = await project.newTeam({ creator_user_id: user.id });
      ok(await client.patch('/users/me', { selected_team_id: team }));
      return team;
    };
    const nothing = { selected_team_id: null, selected_team: null };
    ok(await client.delete(`/team-memberships/${await select()}/me`));
    expect(ok(await client.get('/users/me'))).toMatchObject(nothing);
    ok(await project.server.delete(`/teams/${await select()}`));
    expect(ok(await client.get('/users/me'))).toMatchObject(nothing);
  });
});

describe('DELETE /users/me', () => {
  it('is a text 400 for clients unless the project allows it; servers may', async () => {
    const user = await project.signUp();
    expectText(await project.as('client', user).delete('/users/me'), 400);
    // Also before the missing user is noticed.
    expectText(await project.client.delete('/users/me'), 400);
    ok(await project.as('server', user).delete('/users/me'));
    const open = await newProject({ client_user_deletion_enabled: true });
    const leaving = await open.signUp();
    expect(ok(await open.as('client', leaving).delete('/users/me'))).toEqual({ success: true });
    expectKnown(await open.server.get(`/users/${leaving.id}`), 404, 'USER_NOT_FOUND');
    expectKnown(await open.client.delete('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});
