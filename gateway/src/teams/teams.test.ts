import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, request, signUp, type Json, type Project, type SignedIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project;
let owner: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  stack = await startStack('gateway-teams');
  project = await newProject(stack, { client_team_creation_enabled: true });
  owner = await signUp(stack, project);
  stranger = await signUp(stack, project);
});
afterAll(() => stack?.stop());

const client = (target: string, user?: SignedIn, body?: unknown) =>
  request(stack, target, { headers: project.as('client', user), body });
const server = (target: string, body?: unknown) =>
  request(stack, target, { headers: project.as('server'), body });
const newTeam = async (body: object = {}): Promise<Json> =>
  (await client('POST /teams', owner, { display_name: 'A', ...body })).body;

describe('teams', () => {
  it('are created in the view of the caller', async () => {
    const seen = await client('POST /teams', owner, { display_name: 'Lumen', creator_user_id: 'me' });
    expect([seen.status, Object.keys(seen.body).sort()]).toEqual([
      201,
      ['client_metadata', 'client_read_only_metadata', 'display_name', 'id', 'profile_image_url'],
    ]);
    const full = await server('POST /teams', { display_name: '', server_metadata: { a: 1 } });
    expect(full.body).toMatchObject({
      display_name: '',
      server_metadata: { a: 1 },
      created_at_millis: expect.any(Number) as number,
    });
  });

  it('are created by signed-in clients for themselves', async () => {
    expect((await client('POST /teams', undefined, { display_name: 'x' })).body.code).toBe(
      'USER_AUTHENTICATION_REQUIRED',
    );
    const other = { display_name: 'x', creator_user_id: stranger.user_id };
    expect((await client('POST /teams', owner, other)).status).toBe(403);
    const refused = await client('POST /teams', owner, { display_name: 'x', server_metadata: {} });
    expect(refused.body.details.message).toContain('body contains unknown properties: server_metadata');
    const unknown = await server('POST /teams', { display_name: 'x', creator_user_id: newUuid() });
    expect(unknown.body.code).toBe('USER_NOT_FOUND');
  });

  it('are listed for the caller only', async () => {
    const team = await newTeam();
    const { body } = await client('GET /teams?user_id=me', owner);
    expect(body.is_paginated).toBe(false);
    expect(body.items.map((one: Json) => one.id)).toContain(team.id);
    expect((await client('GET /teams', owner)).status).toBe(403);
    expect((await client('GET /teams')).body.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await server(`GET /teams?user_id=${newUuid()}`)).body).toEqual({
      items: [],
      is_paginated: false,
    });
  });

  it('look missing to strangers and are missing for servers', async () => {
    const team = await newTeam();
    expect((await client(`GET /teams/${team.id}`, stranger)).body).toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { team_id: team.id, user_id: stranger.user_id },
    });
    const unknown = newUuid();
    expect((await server(`GET /teams/${unknown}`)).body).toMatchObject({
      code: 'TEAM_NOT_FOUND',
      details: { team_id: unknown },
    });
    expect((await client('GET /teams/me', owner)).body.details.message).toContain(
      'params.team_id must be a valid UUID',
    );
  });

  it('change and end with permission', async () => {
    const team = await newTeam();
    const patched = await client(`PATCH /teams/${team.id}`, owner, {
      display_name: 'B',
      client_metadata: { a: null },
    });
    expect(patched.body).toMatchObject({ display_name: 'B', client_metadata: { a: null } });
    await server(`POST /team-memberships/${team.id}/${stranger.user_id}`, {});
    expect((await client(`PATCH /teams/${team.id}`, stranger, { display_name: 'C' })).body).toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { permission_id: '$update_team' },
    });
    expect((await client(`DELETE /teams/${team.id}`, owner)).body).toEqual({ success: true });
  });
});

describe('memberships', () => {
  it('are made by servers', async () => {
    const team = await newTeam();
    const path = `/team-memberships/${team.id}/${stranger.user_id}`;
    expect((await client(`POST ${path}`, owner, {})).body.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    expect((await server(`POST ${path}`)).body.details.message).toContain('body must be defined');
    const { status, body } = await server(`POST ${path}`, {});
    expect([status, body]).toEqual([201, { team_id: team.id, user_id: stranger.user_id }]);
    expect((await server(`POST ${path}`, {})).body.code).toBe('TEAM_MEMBERSHIP_ALREADY_EXISTS');
    expect((await server(`POST /team-memberships/${team.id}/${newUuid()}`, {})).body.code).toBe(
      'USER_NOT_FOUND',
    );
  });

  it('may be left', async () => {
    const team = await newTeam();
    await server(`POST /team-memberships/${team.id}/${stranger.user_id}`, {});
    const remove = await client(`DELETE /team-memberships/${team.id}/${owner.user_id}`, stranger);
    expect(remove.body.details.permission_id).toBe('$remove_members');
    expect((await client(`DELETE /team-memberships/${team.id}/me`, stranger)).body).toEqual({
      success: true,
    });
  });
});

describe('permissions', () => {
  it('are granted, listed and taken away', async () => {
    const team = await newTeam();
    const path = `/team-permissions/${team.id}/${owner.user_id}/$read_members`;
    const granted = await server(`POST ${path}`, {});
    expect([granted.status, granted.body]).toEqual([
      201,
      { id: '$read_members', team_id: team.id, user_id: owner.user_id },
    ]);
    const list = async (query: string): Promise<string[]> =>
      (await client(`GET /team-permissions?user_id=me&team_id=${team.id}${query}`, owner)).body.items.map(
        (one: Json) => one.id,
      );
    expect(await list('')).toEqual(['$read_members', 'team_admin']);
    expect(await list('&recursive=true')).toContain('$delete_team');
    expect(await list('&permission_id=team_admin')).toEqual(['team_admin']);
    expect((await server(`DELETE ${path}`)).body).toEqual({ success: true });
    const again = await server(`DELETE ${path}`);
    expect([again.status, again.body.code]).toEqual([401, 'TEAM_PERMISSION_NOT_FOUND']);
    const unknown = await server(`POST /team-permissions/${team.id}/${owner.user_id}/nope`, {});
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PERMISSION_NOT_FOUND']);
    const malformed = await server(`POST /team-permissions/${team.id}/${owner.user_id}/$nope`, {});
    expect(malformed.body.details.message).toContain('params.permission_id');
  });

  it('are defined for admins to see', async () => {
    const admin = { headers: project.as('admin') };
    const { body } = await request(stack, 'GET /team-permission-definitions', admin);
    expect(body.items.map((one: Json) => one.id)).toEqual([
      '$delete_team',
      '$invite_members',
      '$manage_api_keys',
      '$read_members',
      '$remove_members',
      '$update_team',
      'team_admin',
      'team_member',
    ]);
    expect((await request(stack, 'GET /project-permission-definitions', admin)).body.items).toEqual([]);
    expect((await server('GET /team-permission-definitions')).body.details.allowed_access_types).toEqual([
      'admin',
    ]);
    expect((await server('GET /project-permissions')).body).toEqual({ items: [], is_paginated: false });
    expect((await client('GET /project-permissions', owner)).status).toBe(403);
  });
});
