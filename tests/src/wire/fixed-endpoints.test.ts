import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, ok, send } from '../client.ts';
import { newProject, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

describe('GET /health', () => {
  it('answers ok, also when asked to touch the database', async () => {
    for (const path of ['/health', '/health?db=1', '/health?db=']) {
      const answer = await send('GET', path);
      expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
      for (const part of ['origin', 'methods', 'headers'])
        expect(answer.headers[`access-control-allow-${part}`], part).toBe('*');
      expect(answer.headers['access-control-expose-headers']).toBe('*');
    }
  });
});

describe('GET /api/v1', () => {
  const lines = async (headers = {}) => ok(await api('GET', '', { headers })).split('\n') as string[];

  it('greets and names no authentication', async () => {
    const [welcome, blank, ...rest] = await lines();
    expect(welcome).not.toBe('');
    expect([blank, ...rest]).toEqual(['', 'Authentication: None']);
  });

  it('names access type, project and user', async () => {
    const user = await project.signUp();
    const nameless = await project.newUser();
    const session = await project.newSession(nameless);
    const project_line = `  Project: ${project.id}`;
    expect((await lines(project.client.headers)).slice(2)).toEqual([
      'Authentication: Client',
      project_line,
      '  User: None',
    ]);
    expect((await lines(project.as('server', user).headers)).slice(2)).toEqual([
      'Authentication: Server',
      project_line,
      `  User: ${user.email}`,
    ]);
    expect((await lines(project.as('admin', session).headers)).slice(2)).toEqual([
      'Authentication: Admin',
      project_line,
      `  User: ${nameless}`,
    ]);
  });

  it('refuses any query and bad credentials', async () => {
    const answer = await api('GET', '', { query: { extra: 1 } });
    expectSchemaError(answer, /^query .*extra$/);
    expectKnown(
      await api('GET', '', { headers: { 'x-stack-access-type': 'client' } }),
      400,
      'ACCESS_TYPE_WITHOUT_PROJECT_ID',
      {
        request_type: 'client',
      },
    );
  });
});

describe('POST /check-version', () => {
  const check = async (clientVersion: string) =>
    ok(await api('POST', '/check-version', { json: { clientVersion } }));
  const current = async (): Promise<string> => {
    const { info } = ok(await api('GET', '/openapi.json')) as { info: { version: string } };
    return info.version;
  };

  it('the same version is up to date', async () => {
    expect(await check(await current())).toEqual({ upToDate: true });
  });

  it('another patch is not severe', async () => {
    const [major, minor, patch] = (await current()).split('.').map(Number);
    const answer = await check(`${major}.${minor}.${patch! + 1}`);
    expect(answer).toEqual({ upToDate: false, error: expect.any(String) as string, severe: false });
  });

  it.each(['99.0.0', 'garbage', '', '0.999.0'])('"%s" is severe', async (version) => {
    expect(await check(version)).toEqual({
      upToDate: false,
      error: expect.any(String) as string,
      severe: true,
    });
  });

  it('another pre-release is severe', async () => {
    expect(await check(`${await current()}-beta.1`)).toMatchObject({ upToDate: false, severe: true });
  });

  it('needs its field and no other', async () => {
    expectSchemaError(await api('POST', '/check-version', { json: {} }), 'body.clientVersion');
    expectSchemaError(
      await api('POST', '/check-version', { json: { clientVersion: '1.0.0', a: 1 } }),
      /^body .*a$/,
    );
    expectSchemaError(await api('POST', '/check-version'), 'body');
  });
});

describe('POST /check-feature-support', () => {
  it('names the feature and takes any JSON', async () => {
    const answer = await api('POST', '/check-feature-support', {
      json: { feature_name: 'teleport', more: [1] },
    });
    expect(ok(answer)).toContain('teleport');
    for (const json of [{}, [], 'text', 5, null]) ok(await api('POST', '/check-feature-support', { json }));
  });
});
