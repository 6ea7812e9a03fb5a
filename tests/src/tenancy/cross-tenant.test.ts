import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { api, ok, type Answer, type Json } from '../client.ts';
import { bodyFor, documentedRoutes, type DocumentedRoute } from '../openapi.ts';
import {
  newEmail,
  newOwner,
  newProject,
  overrideConfig,
  ownerOf,
  type AccessType,
  type Owner,
  type Project,
  type Tokens,
} from '../project.ts';

/** Everything of the victim carries this word, so that a leak is seen wherever it is. */
const CANARY = 'canary7f3a';

const GITHUB = { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: true };
const LINK = {
  provider_config_id: 'github',
  account_id: CANARY,
  email: `${CANARY}@example.com`,
  allow_sign_in: true,
  allow_connected_accounts: true,
};

let owner: Owner;
let victim: Project;
let attacker: Project;
let routes: DocumentedRoute[];
/** Ids of the victim by the names that routes give them. */
let ids: Record<string, string>;

const plant = async () => {
  await overrideConfig(victim, {
    'rbac.permissions.canary_team': { scope: 'team', description: CANARY },
    'rbac.permissions.canary_project': { scope: 'project', description: CANARY },
    'auth.oauth.providers.github': GITHUB,
  });
  await overrideConfig(attacker, { 'auth.oauth.providers.github': GITHUB });
  const user = await victim.signUp(`${CANARY}-${newEmail()}`);
  const fields = { display_name: CANARY, client_metadata: CANARY, server_metadata: CANARY };
  ok(await victim.server.patch(`/users/${user.id}`, fields));
  const team_id = await victim.newTeam({ ...fields, creator_user_id: user.id });
  ok(await victim.server.post(`/team-permissions/${team_id}/${user.id}/canary_team`, {}), 201);
  ok(await victim.server.post(`/project-permissions/${user.id}/canary_project`, {}), 201);
  const channels = ok(await victim.server.get('/contact-channels', { query: { user_id: user.id } })) as Json;
  const keys = ok(await victim.admin.get('/internal/api-keys')) as Json;
  const link = ok(await victim.server.post('/oauth-providers', { ...LINK, user_id: user.id }), 201) as Json;
  return {
    user_id: user.id,
    creator_user_id: user.id,
    cursor: user.id,
    team_id,
    selected_team_id: team_id,
    owner_team_id: owner.team_id,
    contact_channel_id: channels.items[0].id as string,
    session_id: decodeJwt(user.access_token).refresh_token_id as string,
    key_id: keys.items[0].id as string,
    permission_id: 'canary_team',
    provider_id: link.id as string,
    provider_config_id: 'github',
    refresh_token: user.refresh_token,
    email: user.email,
    value: user.email,
  };
};

const parameterOf = (route: DocumentedRoute, name: string): string => {
  if (name === 'id') return route.path.includes('api-keys') ? ids.key_id! : ids.session_id!;
  if (name === 'permission_id' && route.path.startsWith('/project-')) return 'canary_project';
  return ids[name] ?? 'x';
};

/** All that the victim holds; nothing in it may change. */
const snapshot = async (): Promise<string> => {
  const read = async (path: string, one = victim.admin) => ok(await one.get(path)) as Json;
  const parts = await Promise.all([
    read('/users?include_anonymous=true'),
    read('/teams'),
    read('/team-permissions?recursive=true'),
    read('/project-permissions?recursive=true'),
    read('/contact-channels'),
    read(`/auth/sessions?user_id=${ids.user_id}`),
    read('/internal/api-keys'),
    read('/internal/config'),
    read('/internal/projects/current'),
    read('/internal/projects/current', ownerOf(victim.id, owner)),
  ]);
  // When somebody was last seen is written a moment later.
  return JSON.stringify(parts, (key, value: unknown) => (key.startsWith('last_') ? undefined : value));
};

beforeAll(async () => {
  owner = await newOwner();
  [victim, attacker] = await Promise.all([
    newProject({ client_team_creation_enabled: true }, owner),
    newProject({ client_team_creation_enabled: true }),
  ]);
  ids = await plant();
  routes = await documentedRoutes();
});

/** Clients may not write the address of a linked account, and a sign-up takes a new address. */
const knownTo = (route: DocumentedRoute, type: AccessType): Record<string, string> => {
  if (route.path === '/auth/password/sign-up') return {};
  const { email, ...others } = ids;
  return type === 'client' && route.path.startsWith('/oauth-providers')
    ? others
    : { ...others, email: email! };
};

/** A route with the victim's ids in it, called with the keys of the attacker's project. */
const attack = async (route: DocumentedRoute, type: AccessType, user: Tokens): Promise<Answer> => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => parameterOf(route, name));
  const query = Object.fromEntries(
    route.parameters.flatMap(({ name, in: where }) =>
      where === 'query' && name in ids ? [[name, ids[name]!]] : [],
    ),
  );
  const headers = { ...attacker.as(type, user).headers, 'x-stack-refresh-token': ids.refresh_token };
  const known = knownTo(route, type);
  const json = route.method === 'GET' || route.method === 'DELETE' ? undefined : bodyFor(route.body, known);
  return api(route.method, path, { headers, query, json });
};

const OPEN_DOCUMENTS = ['/projects/{project_id}/.well-known/jwks.json'];

it(
  'no route shows or changes anything of another project, whatever ids it is given',
  { timeout: 120_000 },
  async () => {
    const before = await snapshot();
    // A browser visits authorize and callback without the headers of a project; the OAuth tests attack those.
    const attacked = routes.filter(
      ({ method, path }) =>
        !(method === 'DELETE' && path === '/internal/projects/current') &&
        !/^\/auth\/oauth\/(authorize|callback)\//.test(path),
    );
    expect(attacked.length).toBeGreaterThan(45);
    for (const route of attacked) {
      for (const type of ['client', 'server', 'admin'] as const) {
        const user = await attacker.newSession(await attacker.newUser({ primary_email: newEmail() }));
        const answer = await attack(route, type, user);
        const name = `${type} ${route.method} ${route.path}: ${answer.status} ${answer.text.slice(0, 300)}`;
        const mentions =
          answer.text.replaceAll(ids.email!, '').includes(CANARY) && !isOwnPermissionId(answer);
        expect(mentions, name).toBe(false);
        const has_ids = /\{(user_id|team_id|id|contact_channel_id)\}/.test(route.path);
        if (has_ids && !OPEN_DOCUMENTS.includes(route.path))
          expect(answer.status, name).toBeGreaterThanOrEqual(400);
        expect(answer.headers['x-stack-known-error'] ?? '', name).not.toBe('SCHEMA_ERROR');
      }
    }
    expect(await snapshot()).toBe(before);
  },
);

/** An error may repeat the permission id that was asked for. */
const isOwnPermissionId = ({ status, body }: Answer): boolean =>
  status >= 400 && String((body as Json).details?.permission_id ?? '').startsWith('canary_');

it('lists with ids of another project are empty', async () => {
  for (const [path, query] of [
    ['/users', { team_id: ids.team_id! }],
    ['/users', { cursor: ids.user_id! }],
    ['/users', { query: CANARY }],
    ['/teams', { user_id: ids.user_id! }],
    ['/team-permissions', { team_id: ids.team_id! }],
    ['/team-permissions', { user_id: ids.user_id! }],
    ['/project-permissions', { user_id: ids.user_id! }],
    ['/contact-channels', { user_id: ids.user_id! }],
    ['/contact-channels', { contact_channel_id: ids.contact_channel_id! }],
    ['/auth/sessions', { user_id: ids.user_id! }],
  ] as const)
    expect(ok(await attacker.admin.get(path, { query })).items, path).toEqual([]);
});

it('an unknown id and the id of another project get the same answer', async () => {
  const missing = '11111111-1111-4111-8111-111111111111';
  for (const [path, id] of [
    ['/users/', ids.user_id!],
    ['/teams/', ids.team_id!],
    ['/internal/api-keys/', ids.key_id!],
    [`/contact-channels/${ids.user_id!}/`, ids.contact_channel_id!],
  ] as const) {
    const [one, other] = [await attacker.admin.get(path + id), await attacker.admin.get(path + missing)];
    expect(one.text.replaceAll(id, missing)).toBe(other.text);
    expect(one.status).toBe(other.status);
  }
});

it('a token of one project never works on another, whatever key it comes with', async () => {
  const user = await victim.signUp();
  for (const type of ['client', 'server', 'admin'] as const) {
    const answer = await attacker.as(type, user).get('/users/me');
    expect(answer.body.code).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN');
  }
});
