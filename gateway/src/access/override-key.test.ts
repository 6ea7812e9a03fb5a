import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internal, newProject, request, type Project } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project;
beforeAll(async () => {
  stack = await startStack('gateway-override', {
    PORTICO_DANGEROUSLY_ALLOW_DEVELOPMENT_OVERRIDE_KEY: 'true',
  });
  project = await newProject(stack);
});
afterAll(() => stack?.stop());

const call = (headers: Record<string, string>, key = internal.keys.admin) =>
  request(stack, 'GET /projects/current', {
    headers: { 'x-stack-project-id': project.id, 'x-stack-development-override-key': key, ...headers },
  });

describe('a development override key, where it is switched on', () => {
  it.each(['client', 'server', 'admin'])('stands in for the key of %s access', async (type) => {
    expect((await call({ 'x-stack-access-type': type })).body).toMatchObject({ id: project.id });
  });

  it('is looked at instead of every other credential', async () => {
    const worse = {
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': 'garbage',
      'x-stack-workflow-token': 'garbage',
      'x-stack-super-secret-admin-key': 'garbage',
    };
    expect((await call(worse)).status).toBe(200);
    const answer = await call(project.as('admin'), 'wrong');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/plain; charset=utf-8']);
  });

  it('is an admin key of project `internal` and no other key', async () => {
    for (const key of [internal.keys.server, internal.keys.client, project.keys.admin])
      expect((await call({ 'x-stack-access-type': 'admin' }, key)).status).toBe(401);
  });

  it('makes no project and no branch exist, and no user', async () => {
    const type = { 'x-stack-access-type': 'server' };
    expect((await call({ ...type, 'x-stack-project-id': 'nope' })).body.code).toBe(
      'CURRENT_PROJECT_NOT_FOUND',
    );
    const gone = '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21';
    expect((await call({ ...type, 'x-stack-project-id': gone })).body.code).toBe('CURRENT_PROJECT_NOT_FOUND');
    expect((await call({ ...type, 'x-stack-branch-id': 'dev' })).body.code).toBe('BRANCH_DOES_NOT_EXIST');
    expect((await call({ ...type, 'x-stack-access-token': 'garbage' })).body.code).toBe(
      'UNPARSABLE_ACCESS_TOKEN',
    );
  });

  it('is nothing without an access type', async () => {
    expect((await call({})).body.code).toBe('ACCESS_TYPE_REQUIRED');
  });
});
