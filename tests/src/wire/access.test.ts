import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectText, ok } from '../client.ts';
import {
  createCaller,
  IN_AN_HOUR,
  keyHeader,
  newKeySet,
  newProject,
  projectOf,
  type AccessType,
  type Project,
} from '../project.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const ping = (headers: Record<string, string | undefined>) => api('GET', '', { headers });
const TYPES: AccessType[] = ['client', 'server', 'admin'];
const REQUIRED = {
  client: 'CLIENT_AUTHENTICATION_REQUIRED',
  server: 'SERVER_AUTHENTICATION_REQUIRED',
  admin: 'ADMIN_AUTHENTICATION_REQUIRED',
};
const INVALID = {
  client: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  server: 'INVALID_SECRET_SERVER_KEY',
  admin: 'INVALID_SUPER_SECRET_ADMIN_KEY',
};

describe('no access type', () => {
  it.each([...TYPES.map(keyHeader), 'x-stack-admin-access-token'])(
    'with %s is PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    async (name) => {
      expectKnown(await ping({ [name]: 'something' }), 400, 'PROJECT_KEY_WITHOUT_ACCESS_TYPE');
      expectKnown(
        await ping({ [name]: 'something', 'x-stack-access-type': '' }),
        400,
        'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
      );
    },
  );

  it('with empty keys, or with what counts only beside an access type, is no authentication', async () => {
    const ignored = {
      'x-stack-publishable-client-key': '',
      'x-stack-secret-server-key': '',
      'x-stack-super-secret-admin-key': '',
      'x-stack-admin-access-token': '',
      'x-stack-access-token': 'garbage',
      'x-stack-workflow-token': 'garbage',
      'x-stack-development-override-key': 'garbage',
      'x-stack-project-id': 'nothing',
      'x-stack-branch-id': 'nothing',
    };
    expect(ok(await ping(ignored))).toContain('Authentication: None');
    expectKnown(await api('GET', '/users', { headers: ignored }), 400, 'ACCESS_TYPE_REQUIRED');
  });
});

describe('the access type', () => {
  it.each(['root', 'Client', 'CLIENT', ' ', 'client,server', '__proto__', 'constructor'])(
    '"%s" is INVALID_ACCESS_TYPE, before anything else is looked at',
    async (type) => {
      const headers = { 'x-stack-access-type': type, 'x-stack-access-token': 'garbage' };
      // White space around a value is no part of it.
      if (type.trim() === '') expect(ok(await ping(headers))).toContain('Authentication: None');
      else expectKnown(await ping(headers), 400, 'INVALID_ACCESS_TYPE');
    },
  );

  it.each(TYPES)('%s without a project id is ACCESS_TYPE_WITHOUT_PROJECT_ID', async (type) => {
    for (const id of [undefined, ''])
      expectKnown(
        await ping({
          'x-stack-access-type': type,
          'x-stack-project-id': id,
          'x-stack-access-token': 'garbage',
        }),
        400,
        'ACCESS_TYPE_WITHOUT_PROJECT_ID',
        { request_type: type },
      );
  });
});

describe('the project id', () => {
  it.each([
    'does-not-exist',
    '123',
    'INTERNAL',
    '00000000-0000-4000-8000-000000000000',
    "' or 1=1 --",
    '__proto__',
  ])('"%s" is CURRENT_PROJECT_NOT_FOUND, before the key is looked at', async (id) => {
    const headers = { 'x-stack-access-type': 'client', 'x-stack-project-id': id };
    expectKnown(await ping(headers), 400, 'CURRENT_PROJECT_NOT_FOUND', { project_id: id });
    const keyed = { ...headers, 'x-stack-publishable-client-key': 'wrong', 'x-stack-branch-id': 'nope' };
    expectKnown(await ping(keyed), 400, 'CURRENT_PROJECT_NOT_FOUND', { project_id: id });
  });

  it('is not checked before the user token', async () => {
    const headers = {
      'x-stack-access-type': 'client',
      'x-stack-project-id': 'nope',
      'x-stack-access-token': 'x',
    };
    expectKnown(await ping(headers), 401, 'UNPARSABLE_ACCESS_TOKEN');
  });
});

describe.each(TYPES)('the key of %s access', (type) => {
  const headersOf = () => project.as(type).headers;

  it('opens', async () => {
    expect(ok(await ping({ ...headersOf() }))).toContain(`Project: ${project.id}`);
  });

  it('absent or empty is its own error, whatever other keys are sent', async () => {
    expectKnown(await ping({ ...headersOf(), [keyHeader(type)]: undefined }), 401, REQUIRED[type]);
    expectKnown(await ping({ ...headersOf(), [keyHeader(type)]: '' }), 401, REQUIRED[type]);
    const others = TYPES.filter((one) => one !== type);
    const stronger = Object.fromEntries(
      others.map((one) => [keyHeader(one), project.as(one).headers[keyHeader(one)]]),
    );
    expectKnown(
      await ping({ ...headersOf(), ...stronger, [keyHeader(type)]: undefined }),
      401,
      REQUIRED[type],
    );
  });

  it('wrong, of another project or of another access type is invalid', async () => {
    const details = { project_id: project.id };
    const keys = Object.values(project.keys).filter((key) => key !== headersOf()[keyHeader(type)]);
    const foreign = other.as(type).headers[keyHeader(type)];
    for (const key of ['wrong', foreign, headersOf()[keyHeader(type)]!.toUpperCase(), ...keys])
      expectKnown(await ping({ ...headersOf(), [keyHeader(type)]: key }), 401, INVALID[type], details);
  });

  it('expired is invalid', async () => {
    const keys = await newKeySet(project.admin, { expires_at_millis: Date.now() - 1 });
    expectKnown(await projectOf(project.id, keys).as(type).get(''), 401, INVALID[type], {
      project_id: project.id,
    });
  });

  it('stops within a second when its set expires', async () => {
    const expires_at_millis = Date.now() + 2_000;
    const keys = await newKeySet(project.admin, { expires_at_millis });
    ok(await projectOf(project.id, keys).as(type).get(''));
    await new Promise((resolve) => setTimeout(resolve, expires_at_millis + 1_000 - Date.now()));
    expectKnown(await projectOf(project.id, keys).as(type).get(''), 401, INVALID[type], {
      project_id: project.id,
    });
  });

  it('stops within a second when its set is revoked', async () => {
    const keys = await newKeySet(project.admin, { expires_at_millis: IN_AN_HOUR() });
    const caller = projectOf(project.id, keys).as(type);
    ok(await caller.get(''));
    ok(await project.admin.patch(`/internal/api-keys/${keys.id}`, { revoked: true }));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expectKnown(await caller.get(''), 401, INVALID[type], { project_id: project.id });
  });

  it('is the only credential that is looked at', async () => {
    const others = TYPES.filter((one) => one !== type).map((one) => [keyHeader(one), 'wrong']);
    ok(await ping({ ...headersOf(), ...Object.fromEntries(others) }));
  });
});

describe('the branch', () => {
  it('main exists, every other does not, the empty one neither', async () => {
    ok(await project.server.get('/users', { headers: { 'x-stack-branch-id': 'main' } }));
    for (const branch_id of ['dev', 'MAIN', ''])
      expectKnown(
        await project.server.get('/users', { headers: { 'x-stack-branch-id': branch_id } }),
        400,
        'BRANCH_DOES_NOT_EXIST',
        { branch_id },
      );
  });

  it('is looked at after the credentials', async () => {
    const headers = { 'x-stack-branch-id': 'dev', 'x-stack-secret-server-key': 'wrong' };
    expectKnown(await project.server.get('/users', { headers }), 401, 'INVALID_SECRET_SERVER_KEY', {
      project_id: project.id,
    });
  });
});

describe('access types inherit upward', () => {
  it('INSUFFICIENT_ACCESS_TYPE names what would do, weakest first', async () => {
    const needs = (actual: string, ...allowed: string[]) => ({
      actual_access_type: actual,
      allowed_access_types: allowed,
    });
    const insufficient = 'INSUFFICIENT_ACCESS_TYPE';
    expectKnown(await project.client.get('/users'), 401, insufficient, needs('client', 'server', 'admin'));
    expectKnown(await project.server.get('/internal/api-keys'), 401, insufficient, needs('server', 'admin'));
    expectKnown(await project.client.get('/internal/config'), 401, insufficient, needs('client', 'admin'));
    ok(await project.admin.get('/users'));
    ok(await project.admin.get('/projects/current'));
    ok(await project.server.get('/projects/current'));
  });

  it.each([
    ['GET', '/users'],
    ['POST', '/users'],
    ['GET', '/users/123'],
    ['PATCH', '/users/123'],
    ['DELETE', '/users/123'],
    ['POST', '/auth/sessions'],
    ['POST', '/team-memberships/1/2'],
    ['POST', '/team-permissions/1/2/3'],
    ['DELETE', '/team-permissions/1/2/3'],
    ['POST', '/project-permissions/1/2'],
    ['DELETE', '/project-permissions/1/2'],
  ])('a client may not %s %s, however wrong the request is', async (method, path) => {
    const body = method === 'GET' ? {} : { json: { nonsense: true } };
    const answer = await api(method, path, { headers: project.client.headers, query: { junk: 1 }, ...body });
    expectKnown(answer, 401, 'INSUFFICIENT_ACCESS_TYPE', {
      actual_access_type: 'client',
      allowed_access_types: ['server', 'admin'],
    });
  });

  it.each([
    ['GET', '/internal/projects/current'],
    ['PATCH', '/internal/projects/current'],
    ['DELETE', '/internal/projects/current'],
    ['GET', '/internal/api-keys'],
    ['POST', '/internal/api-keys'],
    ['GET', '/internal/api-keys/123'],
    ['PATCH', '/internal/api-keys/123'],
    ['GET', '/internal/config'],
    ['PATCH', '/internal/config/override'],
    ['GET', '/team-permission-definitions'],
    ['GET', '/project-permission-definitions'],
  ])('only an admin may %s %s', async (method, path) => {
    for (const type of ['client', 'server'] as const)
      expectKnown(
        await api(method, path, { headers: project.as(type).headers }),
        401,
        'INSUFFICIENT_ACCESS_TYPE',
        {
          actual_access_type: type,
          allowed_access_types: ['admin'],
        },
      );
  });
});

describe('the order of checks', () => {
  it('a broken body beats bad keys, bad keys beat the schema, the access type beats the schema', async () => {
    const json = { 'content-type': 'application/json' };
    const bad = { ...project.server.headers, 'x-stack-secret-server-key': 'wrong' };
    expectKnown(
      await api('POST', '/users', { headers: { ...bad, ...json }, body: '{' }),
      400,
      'BODY_PARSING_ERROR',
    );
    expectKnown(
      await api('POST', '/users', { headers: bad, json: { x: 1 } }),
      401,
      'INVALID_SECRET_SERVER_KEY',
      {
        project_id: project.id,
      },
    );
    expectKnown(await api('POST', '/users', { json: { x: 1 } }), 400, 'ACCESS_TYPE_REQUIRED');
  });

  it('me without a user beats the missing access type, the access type and the schema', async () => {
    const code = 'CANNOT_GET_OWN_USER_WITHOUT_USER';
    expectKnown(await api('GET', '/teams?user_id=me'), 400, code);
    expectKnown(await project.client.post('/team-memberships/no-uuid/me', { junk: 1 }), 400, code);
    expectKnown(await project.server.get('/auth/sessions', { query: { user_id: 'me', junk: 1 } }), 400, code);
    expectKnown(await project.server.post('/teams', { creator_user_id: 'me' }), 400, code);
  });

  it('/users/me is no such field: without access type ACCESS_TYPE_REQUIRED, whatever token is sent', async () => {
    const { access_token } = await project.signUp();
    const headers = { 'x-stack-access-token': access_token };
    expectKnown(await api('GET', '/users/me', { headers }), 400, 'ACCESS_TYPE_REQUIRED');
    expectKnown(await api('GET', '/users/me'), 400, 'ACCESS_TYPE_REQUIRED');
    expectKnown(await project.client.get('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('bad credentials are refused on open routes too', async () => {
    const answer = await api('POST', '/check-version', {
      headers: { 'x-stack-access-type': 'server', 'x-stack-project-id': project.id },
      json: { clientVersion: '1.0.0' },
    });
    expectKnown(answer, 401, 'SERVER_AUTHENTICATION_REQUIRED');
  });
});

describe('credentials of other kinds', () => {
  it('a workflow token is unknown, and no way to admin access', async () => {
    const headers = { 'x-stack-project-id': project.id, 'x-stack-workflow-token': 'a'.repeat(45) };
    for (const type of ['client', 'server'])
      expectKnown(
        await ping({ ...headers, 'x-stack-access-type': type }),
        400,
        'WORKFLOW_TOKEN_DOES_NOT_EXIST',
      );
    expectKnown(
      await ping({ ...headers, 'x-stack-access-type': 'admin' }),
      401,
      'ADMIN_AUTHENTICATION_REQUIRED',
    );
  });

  it('a development override key opens nothing unless the server was started for it', async () => {
    const answer = await ping({ ...project.server.headers, 'x-stack-development-override-key': 'anything' });
    expectText(answer, 401);
  });

  it('a refresh token identifies nobody', async () => {
    const { refresh_token } = await project.signUp();
    const caller = createCaller({ ...project.client.headers, 'x-stack-refresh-token': refresh_token });
    expectKnown(await caller.get('/users/me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });
});
