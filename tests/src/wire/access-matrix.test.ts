import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError } from '../client.ts';
import { documentedRoutes } from '../openapi.ts';
import { newProject, newUuid, type AccessType, type Project } from '../project.ts';

/** Minimum access, method, path. `?` marks a resource that knows all parameters of its query. */
const MATRIX = `
  open   GET    /
  open   POST   /check-feature-support
  open   POST   /check-version
  open   POST   /auth/oauth/token
  open   GET    /auth/oauth/authorize/{provider_id}
  open   GET    /auth/oauth/callback/{provider_id}
  open   POST   /auth/oauth/callback/{provider_id}
  open   GET    /projects/{project_id}/.well-known/jwks.json
  client POST   /auth/password/sign-up
  client POST   /auth/password/sign-in
  client POST   /auth/password/update
  client POST   /auth/password/set
  client POST   /auth/password/send-reset-code
  client POST   /auth/password/reset
  client POST   /auth/password/reset/check-code
  client POST   /auth/otp/send-sign-in-code
  client POST   /auth/otp/sign-in
  client POST   /auth/otp/sign-in/check-code
  client POST   /auth/mfa/sign-in
  client POST   /auth/mfa/recovery-codes
  client GET    /auth/mfa/recovery-codes
  client POST   /auth/passkey/initiate-passkey-registration
  client POST   /auth/passkey/register
  client POST   /auth/passkey/initiate-passkey-authentication
  client POST   /auth/passkey/sign-in
  client POST   /auth/anonymous/sign-up
  client POST   /auth/cli
  client POST   /auth/cli/poll
  client POST   /auth/cli/complete
  client GET    /auth/sessions ?
  server POST   /auth/sessions
  client DELETE /auth/sessions/{id} ?
  client DELETE /auth/sessions/current
  client POST   /auth/sessions/current/refresh
  client GET    /users/me ?
  client PATCH  /users/me ?
  client DELETE /users/me ?
  server GET    /users ?
  server POST   /users ?
  server GET    /users/{user_id} ?
  server PATCH  /users/{user_id} ?
  server DELETE /users/{user_id} ?
  client GET    /contact-channels ?
  client POST   /contact-channels ?
  client GET    /contact-channels/{user_id}/{contact_channel_id} ?
  client PATCH  /contact-channels/{user_id}/{contact_channel_id} ?
  client DELETE /contact-channels/{user_id}/{contact_channel_id} ?
  client POST   /contact-channels/{user_id}/{contact_channel_id}/send-verification-code
  client POST   /contact-channels/send-verification-code
  client POST   /contact-channels/verify
  client POST   /contact-channels/verify/check-code
  client GET    /oauth-providers ?
  server POST   /oauth-providers ?
  client GET    /oauth-providers/{user_id}/{provider_id} ?
  client PATCH  /oauth-providers/{user_id}/{provider_id} ?
  client DELETE /oauth-providers/{user_id}/{provider_id} ?
  client POST   /connected-accounts/{user_id}/{provider_id}/access-token
  client GET    /teams ?
  client POST   /teams ?
  client GET    /teams/{team_id} ?
  client PATCH  /teams/{team_id} ?
  client DELETE /teams/{team_id} ?
  server POST   /team-memberships/{team_id}/{user_id} ?
  client DELETE /team-memberships/{team_id}/{user_id} ?
  client GET    /team-permissions ?
  server POST   /team-permissions/{team_id}/{user_id}/{permission_id} ?
  server DELETE /team-permissions/{team_id}/{user_id}/{permission_id} ?
  client GET    /project-permissions ?
  server POST   /project-permissions/{user_id}/{permission_id} ?
  server DELETE /project-permissions/{user_id}/{permission_id} ?
  admin  GET    /team-permission-definitions ?
  admin  GET    /project-permission-definitions ?
  client GET    /projects/current ?
  client GET    /internal/projects ?
  client POST   /internal/projects ?
  admin  GET    /internal/projects/current ?
  admin  PATCH  /internal/projects/current ?
  admin  DELETE /internal/projects/current ?
  admin  GET    /internal/api-keys ?
  admin  POST   /internal/api-keys ?
  admin  GET    /internal/api-keys/{id} ?
  admin  PATCH  /internal/api-keys/{id} ?
  admin  GET    /internal/config
  admin  PATCH  /internal/config/override
`;

const TYPES: readonly AccessType[] = ['client', 'server', 'admin'];
const rows = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/) as ['open' | AccessType, string, string, string?])
  .map(([access, method, path, query]) => ({ access, method, path, knows_query: query === '?' }));

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

/** Ids of nothing, so that no row does harm. */
const filled = (path: string): string =>
  (path === '/' ? '' : path)
    .replace('{permission_id}', 'nothing')
    .replace('{project_id}', project.id)
    .replace(/\{\w+\}/g, () => newUuid());

describe('the access matrix', () => {
  it('has a row for every route of the deployment, with the access it documents', async () => {
    const documented = (await documentedRoutes())
      .filter(({ path }) => !['/docs', '/openapi.json'].includes(path))
      .map(({ access, method, path }) => `${access} ${method} ${path || '/'}`);
    expect(rows.map(({ access, method, path }) => `${access} ${method} ${path}`).sort()).toEqual(
      documented.sort(),
    );
  });

  it.each(rows.filter(({ access }) => access !== 'open'))(
    '$method $path is for $access access and above',
    async ({ access, method, path }) => {
      expectKnown(await api(method, filled(path)), 400, 'ACCESS_TYPE_REQUIRED');
      const allowed = TYPES.slice(TYPES.indexOf(access as AccessType));
      for (const type of TYPES) {
        const { headers } = project.as(type);
        const answer = await api(method, filled(path), {
          headers,
          query: { junk: 1 },
          json: method === 'GET' ? undefined : null,
        });
        if (allowed.includes(type)) expect(answer.body.code).not.toBe('INSUFFICIENT_ACCESS_TYPE');
        else
          expectKnown(answer, 401, 'INSUFFICIENT_ACCESS_TYPE', {
            actual_access_type: type,
            allowed_access_types: allowed,
          });
      }
    },
  );
});

const ID = '00000000-0000-4000-8000-000000000000';
const PERMISSIONS = { user_id: ID, permission_id: 'a', recursive: 'true' };

/** What each resource takes in its query, whatever is done to it; the other resources take nothing. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    limit: '1',
    cursor: ID,
    order_by: 'signed_up_at',
    desc: 'true',
    query: 'x',
    include_anonymous: 'true',
    team_id: ID,
  },
  teams: { user_id: ID, add_current_user: 'false' },
  'team-permissions': { team_id: ID, ...PERMISSIONS },
  'project-permissions': PERMISSIONS,
  'contact-channels': { user_id: ID, contact_channel_id: ID },
  'oauth-providers': { user_id: ID },
  auth: { user_id: ID },
};
const queryOf = (path: string) => (path === '/users/me' ? {} : (QUERIES[path.split('/')[1] ?? ''] ?? {}));

describe('a resource knows every parameter of its query, on each of its routes, and no other', () => {
  it.each(rows.filter(({ knows_query }) => knows_query))('$method $path', async ({ method, path }) => {
    const body = ['POST', 'PATCH'].includes(method) ? { json: {} } : {};
    const query = { ...queryOf(path), junk: 1, more: 2 };
    const answer = await api(method, filled(path), { headers: project.admin.headers, query, ...body });
    expectSchemaError(answer);
    const about = String(answer.body.error)
      .split('\n')
      .filter((line) => line.startsWith('  - query'));
    expect(about).toEqual([expect.stringMatching(/^ {2}- query .*: junk, more$/)]);
  });
});

describe('where none is declared', () => {
  it('a query is ignored', async () => {
    const answer = await api('POST', '/check-version', { query: { junk: 1 }, json: { clientVersion: 'x' } });
    expect(answer.status).toBe(200);
  });

  it('a body is ignored, if it parses', async () => {
    const { headers } = project.client;
    const signUp = (options: object) => api('POST', '/auth/anonymous/sign-up', { headers, ...options });
    for (const json of [{ junk: 1 }, [], 'text', null]) expect((await signUp({ json })).status).toBe(200);
    const broken = { headers: { ...headers, 'content-type': 'application/json' }, body: '{' };
    expectKnown(await signUp(broken), 400, 'BODY_PARSING_ERROR');
  });
});
