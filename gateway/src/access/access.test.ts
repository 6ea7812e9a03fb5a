import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  internal,
  keyHeader,
  newProject,
  request,
  signUp,
  type Project,
  type SignedIn,
} from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project & { owner: SignedIn };
let other: Project & { owner: SignedIn };

beforeAll(async () => {
  stack = await startStack('gateway-access');
  project = await newProject(stack);
  other = await newProject(stack);
});
afterAll(() => stack?.stop());

const call = (headers: Record<string, string>, target = 'GET /projects/current') =>
  request(stack, target, { headers });
const id = () => ({ 'x-stack-project-id': project.id });

describe('the headers of a request', () => {
  it('without an access type are fine on open routes and not enough elsewhere', async () => {
    expect((await call({}, 'GET /')).status).toBe(200);
    expect((await call({})).body.code).toBe('ACCESS_TYPE_REQUIRED');
    expect((await call({ 'x-stack-access-token': 'garbage' })).body.code).toBe('ACCESS_TYPE_REQUIRED');
  });

  it('with a key need an access type', async () => {
    const answer = await call({ 'x-stack-publishable-client-key': 'x' }, 'GET /');
    expect([answer.status, answer.body.code]).toEqual([400, 'PROJECT_KEY_WITHOUT_ACCESS_TYPE']);
    expect((await call({ 'x-stack-admin-access-token': 'x' }, 'GET /')).body.code).toBe(
      'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    );
    expect((await call({ 'x-stack-publishable-client-key': '' }, 'GET /')).status).toBe(200);
  });

  it('with an unknown access type are refused without details', async () => {
    const { body } = await call({ 'x-stack-access-type': 'root' });
    expect(body).toEqual({ code: 'INVALID_ACCESS_TYPE', error: expect.any(String) as string });
  });

  it('with an access type need a project', async () => {
    const { body } = await call({ 'x-stack-access-type': 'client' });
    expect([body.code, body.details]).toEqual(['ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: 'client' }]);
  });

  it.each(['does-not-exist', '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21', 'INTERNAL'])(
    'cannot name the project %s',
    async (unknown) => {
      const { status, body } = await call({ 'x-stack-access-type': 'client', 'x-stack-project-id': unknown });
      expect([status, body.code, body.details]).toEqual([
        400,
        'CURRENT_PROJECT_NOT_FOUND',
        { project_id: unknown },
      ]);
    },
  );

  it.each([
    {
      access: 'client',
      missing: 'CLIENT_AUTHENTICATION_REQUIRED',
      invalid: 'INVALID_PUBLISHABLE_CLIENT_KEY',
    },
    { access: 'server', missing: 'SERVER_AUTHENTICATION_REQUIRED', invalid: 'INVALID_SECRET_SERVER_KEY' },
    { access: 'admin', missing: 'ADMIN_AUTHENTICATION_REQUIRED', invalid: 'INVALID_SUPER_SECRET_ADMIN_KEY' },
  ] as const)(
    'for $access access need a valid key of that kind and project',
    async ({ access, missing, invalid }) => {
      const typed = { ...id(), 'x-stack-access-type': access };
      const header = keyHeader[access];
      expect((await call(typed)).body).toEqual({ code: missing, error: expect.any(String) as string });
      expect((await call({ ...typed, [header]: '' })).body.code).toBe(missing);
      for (const key of [
        'wrong',
        other.keys[access],
        project.keys[access === 'client' ? 'server' : 'client'],
      ]) {
        const { status, body } = await call({ ...typed, [header]: key });
        expect([status, body.code, body.details]).toEqual([401, invalid, { project_id: project.id }]);
      }
      expect((await call(project.as(access))).status).toBe(200);
    },
  );

  it('name the branch `main` or none', async () => {
    for (const branch_id of ['dev', '']) {
      const { status, body } = await call({ ...project.as('client'), 'x-stack-branch-id': branch_id });
      expect([status, body.code, body.details]).toEqual([400, 'BRANCH_DOES_NOT_EXIST', { branch_id }]);
    }
    expect((await call({ ...project.as('client'), 'x-stack-branch-id': 'main' })).status).toBe(200);
    expect(
      (await call({ ...id(), 'x-stack-access-type': 'client', 'x-stack-branch-id': 'dev' })).body.code,
    ).toBe('CLIENT_AUTHENTICATION_REQUIRED');
  });

  it('are judged before the path is found missing, and after the body is read', async () => {
    expect((await call({ 'x-stack-access-type': 'root' }, 'GET /nope')).body.code).toBe(
      'INVALID_ACCESS_TYPE',
    );
    const broken = {
      headers: { 'x-stack-access-type': 'root', 'content-type': 'application/json' },
      raw: '{',
    };
    expect((await request(stack, 'POST /users', broken)).body.code).toBe('BODY_PARSING_ERROR');
  });
});

describe('the access token', () => {
  it('is judged before project and keys', async () => {
    const headers = {
      'x-stack-access-type': 'client',
      'x-stack-project-id': 'does-not-exist',
      'x-stack-access-token': '12341234',
    };
    expect((await call(headers)).body).toEqual({
      code: 'UNPARSABLE_ACCESS_TOKEN',
      error: expect.any(String) as string,
    });
  });

  it('of another project is refused with both ids', async () => {
    const { status, body } = await call(project.as('client', project.owner), 'GET /users/me');
    expect([status, body.code, body.details]).toEqual([
      401,
      'INVALID_PROJECT_FOR_ACCESS_TOKEN',
      { expected_project_id: project.id, actual_project_id: 'internal' },
    ]);
  });

  it('of a session that was signed out is refused at once, except for signing out and refreshing', async () => {
    const user = await signUp(stack, project);
    const headers = project.as('client', user);
    expect((await call(headers, 'DELETE /auth/sessions/current')).status).toBe(200);
    const { status, body } = await call(headers, 'GET /users/me');
    expect([status, body.code]).toEqual([401, 'ACCESS_TOKEN_EXPIRED']);
    expect(body.details.expired_at_millis).toBeGreaterThan(Date.now() - 60_000);
    expect((await call(headers, 'DELETE /auth/sessions/current')).body.code).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    );
    const refresh = { ...headers, 'x-stack-refresh-token': user.refresh_token };
    expect((await call(refresh, 'POST /auth/sessions/current/refresh')).body.code).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    );
  });

  it('of a deleted user is no user', async () => {
    const user = await signUp(stack, project);
    expect((await call(project.as('server'), `DELETE /users/${user.user_id}`)).status).toBe(200);
    expect((await call(project.as('client', user), 'GET /users/me')).body.code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
    expect((await call(project.as('admin', user), 'GET /internal/projects/current')).status).toBe(200);
  });
});

describe('an admin access token', () => {
  const owned = (token: string, access = 'admin') => ({
    ...id(),
    'x-stack-access-type': access,
    'x-stack-admin-access-token': token,
  });

  it('of an owner stands in for every key', async () => {
    for (const access of ['client', 'server', 'admin']) {
      expect((await call(owned(project.owner.access_token, access))).status).toBe(200);
    }
    expect((await call(owned(project.owner.access_token, 'client'), 'GET /users/me')).body.code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
  });

  it('is refused when it is garbage, foreign, or the user owns nothing here', async () => {
    expect((await call(owned('invalid-key'))).body.code).toBe('UNPARSABLE_ADMIN_ACCESS_TOKEN');
    expect((await call(owned(other.owner.access_token))).body.code).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
    const user = await signUp(stack, project);
    expect((await call(owned(user.access_token))).body.code).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  });

  it('is refused even beside a valid key', async () => {
    const headers = { ...project.as('admin'), 'x-stack-admin-access-token': 'invalid-key' };
    expect((await call(headers)).body.code).toBe('UNPARSABLE_ADMIN_ACCESS_TOKEN');
    expect((await call({ ...project.as('admin'), 'x-stack-admin-access-token': '' })).status).toBe(200);
  });

  it('dies with its session', async () => {
    const mine = await newProject(stack);
    const headers = { ...owned(mine.owner.access_token), 'x-stack-project-id': mine.id };
    expect((await call(headers)).status).toBe(200);
    await call(internal.as('client', mine.owner), 'DELETE /auth/sessions/current');
    expect((await call(headers)).body.code).toBe('ADMIN_ACCESS_TOKEN_EXPIRED');
  });
});

describe('other credentials', () => {
  it('of workflows do not exist', async () => {
    const token = { 'x-stack-workflow-token': 'x' };
    expect((await call({ ...project.as('client'), ...token })).body.code).toBe(
      'WORKFLOW_TOKEN_DOES_NOT_EXIST',
    );
    expect((await call({ ...project.as('admin'), ...token })).body.code).toBe(
      'ADMIN_AUTHENTICATION_REQUIRED',
    );
  });

  it('for development are refused unless they were switched on', async () => {
    const headers = { ...project.as('client'), 'x-stack-development-override-key': internal.keys.admin };
    const answer = await call(headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/plain; charset=utf-8']);
  });
});

describe('project keys', () => {
  it('stop working at once when they are revoked', async () => {
    const { id: project_id, as, keys } = await newProject(stack);
    const [set] = (await call(as('admin'), 'GET /internal/api-keys')).body.items;
    expect(set.secret_server_key).toEqual({ last_four: keys.server.slice(-4) });
    expect((await call(as('server'))).status).toBe(200);
    const revoked = await request(stack, `PATCH /internal/api-keys/${set.id}`, {
      headers: as('admin'),
      body: { revoked: true },
    });
    expect(revoked.body.manually_revoked_at_millis).toEqual(expect.any(Number));
    expect((await call(as('server'))).body).toMatchObject({
      code: 'INVALID_SECRET_SERVER_KEY',
      details: { project_id },
    });
  });

  it('are gone with their project', async () => {
    const { id: project_id, as } = await newProject(stack);
    expect((await call(as('admin'), 'DELETE /internal/projects/current')).body).toEqual({ success: true });
    expect((await call(as('admin'))).body).toMatchObject({
      code: 'CURRENT_PROJECT_NOT_FOUND',
      details: { project_id },
    });
  });
});
