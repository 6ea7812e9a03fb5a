import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok } from '../client.ts';
import {
  createCaller,
  internalProject,
  newOwner,
  newProject,
  ownerOf,
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

const withToken = (token: string, more = {}) =>
  createCaller({
    'x-stack-access-type': 'admin',
    'x-stack-project-id': project.id,
    'x-stack-admin-access-token': token,
    ...more,
  });

describe('an admin access token', () => {
  it.each(['client', 'server', 'admin'] as const)('replaces the key of %s access', async (type) => {
    const caller = ownerOf(project.id, owner, type);
    expect(ok(await caller.get(''))).toContain(`Project: ${project.id}`);
  });

  it('is never the current user', async () => {
    expectKnown(await ownerOf(project.id, owner).get('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    const user = await project.signUp();
    const both = withToken(owner.access_token, { 'x-stack-access-token': user.access_token });
    expect(ok(await both.get('/users/me')).id).toBe(user.id);
  });

  it('malformed, of an anonymous user or with a broken signature is UNPARSABLE_ADMIN_ACCESS_TOKEN', async () => {
    const [head, claims, signature = ''] = owner.access_token.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const token of ['invalid-key', 'a.b.c', `${head}.${claims}.`, `${head}.${claims}.${flipped}`])
      expectKnown(await withToken(token).get(''), 401, 'UNPARSABLE_ADMIN_ACCESS_TOKEN');
    const anonymous = await internal.newUser({ is_anonymous: true });
    const { access_token } = await internal.newSession(anonymous);
    expectKnown(await withToken(access_token).get(''), 401, 'UNPARSABLE_ADMIN_ACCESS_TOKEN');
  });

  it('of another project is ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN', async () => {
    const { access_token } = await project.signUp();
    expectKnown(await withToken(access_token).get(''), 401, 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  });

  it('of somebody outside the owner team is ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, a plain member of it is enough', async () => {
    const stranger = await newOwner();
    expectKnown(await withToken(stranger.access_token).get(''), 401, 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
    ok(await internal.server.post(`/team-memberships/${owner.team_id}/${stranger.id}`, {}), 201);
    ok(await withToken(stranger.access_token).get('/internal/projects/current'));
    ok(await internal.server.delete(`/team-memberships/${owner.team_id}/${stranger.id}`));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expectKnown(await withToken(stranger.access_token).get(''), 401, 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  });

  it('of a deleted user is a 401 text', async () => {
    const gone = await newOwner();
    ok(await internal.server.delete(`/users/${gone.id}`));
    expectText(await withToken(gone.access_token).get(''), 401);
  });

  it('of a session that was signed out is ADMIN_ACCESS_TOKEN_EXPIRED within a second', async () => {
    const leaving = await newOwner();
    const own = await newProject({}, leaving);
    ok(await ownerOf(own.id, leaving).get('/internal/projects/current'));
    ok(await leaving.caller.delete('/auth/sessions/current'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expectKnown(
      await ownerOf(own.id, leaving).get('/internal/projects/current'),
      401,
      'ADMIN_ACCESS_TOKEN_EXPIRED',
      {
        expired_at_millis: expect.any(Number) as number,
      },
    );
  });

  it('is judged after the user token and the project, before any key', async () => {
    expectKnown(
      await withToken('bad', { 'x-stack-access-token': 'bad' }).get(''),
      401,
      'UNPARSABLE_ACCESS_TOKEN',
    );
    expectKnown(
      await withToken('bad', { 'x-stack-project-id': 'nope' }).get(''),
      400,
      'CURRENT_PROJECT_NOT_FOUND',
      {
        project_id: 'nope',
      },
    );
    const good = { 'x-stack-super-secret-admin-key': project.keys.super_secret_admin_key };
    expectKnown(await withToken('bad', good).get(''), 401, 'UNPARSABLE_ADMIN_ACCESS_TOKEN');
    const branch = { 'x-stack-branch-id': 'dev' };
    expectKnown(await withToken(owner.access_token, branch).get(''), 400, 'BRANCH_DOES_NOT_EXIST', {
      branch_id: 'dev',
    });
  });

  it('is the only credential that is looked at: neither keys nor a workflow token beside it count', async () => {
    const wrong = {
      'x-stack-workflow-token': 'wrong',
      'x-stack-publishable-client-key': 'wrong',
      'x-stack-secret-server-key': 'wrong',
      'x-stack-super-secret-admin-key': 'wrong',
    };
    for (const type of ['client', 'server', 'admin'])
      ok(await withToken(owner.access_token, { ...wrong, 'x-stack-access-type': type }).get(''));
  });

  it('opens project internal for members of its own team only', async () => {
    const headers = { 'x-stack-project-id': 'internal' };
    expectKnown(await withToken(owner.access_token, headers).get(''), 401, 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  });
});
