import { sql } from '@portico/platform/db/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { answer, startProviderServer, type ProviderServer } from './testing/provider-server.ts';
import { signIn, type Trip } from './testing/round-trip.ts';

let server: ProviderServer;
let identity: Harness;
let project: TestProject;
let count = 0;

const TOKEN = 'POST accounts.spotify.com/api/token';
const ME = 'GET api.spotify.com/v1/me';

/** A provider that knows which tokens are alive, and may give a new refresh token for each old one. */
const createSpotify = ({ rotates = false } = {}) => {
  const alive = new Set<string>();
  let refreshable: string | undefined;
  let issued = 0;
  const issue = (with_refresh: boolean) => {
    const access_token = `access-${count}-${(issued += 1)}`;
    alive.add(access_token);
    if (with_refresh) refreshable = `refresh-${count}-${issued}`;
    return { access_token, expires_in: 3600, ...(with_refresh ? { refresh_token: refreshable } : {}) };
  };
  server.on(TOKEN, ({ form }) => {
    if (form.grant_type === 'authorization_code') return issue(true);
    // Presenting a spent token ends everything, as strict providers do.
    if (form.refresh_token !== refreshable) {
      refreshable = undefined;
      return answer(400, { error: 'invalid_grant' });
    }
    return issue(rotates);
  });
  server.on(ME, ({ headers }) =>
    alive.has((headers.authorization ?? '').replace('Bearer ', ''))
      ? { id: `spotify-${count}` }
      : answer(401, { error: { status: 401 } }),
  );
  return {
    revokeAccess: () => alive.clear(),
    revokeAll: () => {
      alive.clear();
      refreshable = undefined;
    },
  };
};

beforeAll(async () => {
  server = await startProviderServer();
  identity = await startIdentity('connected_accounts', { oauth_stand_ins: server.stand_ins });
  const keys = { type: 'standard', client_id: 'id', client_secret: 'secret' };
  project = await identity.newProject({
    oauth_providers: [
      { id: 'spotify', ...keys },
      { id: 'x', ...keys },
    ],
  });
});
afterAll(async () => {
  await identity?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.reset();
  count += 1;
});

const connect = async (more: Partial<Trip> = {}) =>
  (await signIn(identity, project, { provider: 'spotify', ...more })).user.id;
const tokenFor = async (user_id: string, scope?: string) => {
  const request = { user_id, provider_id: 'spotify', scope };
  return (await identity.oauth.createConnectedAccountToken(request, project.client(user_id))).access_token;
};
const refreshes = () =>
  server.asked.filter(({ target, form }) => target === TOKEN && form.grant_type === 'refresh_token').length;
const lacksScope = expect.objectContaining({
  code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
}) as object;

describe('a token of a connected account', () => {
  it('is the stored one while it is alive', async () => {
    createSpotify();
    const user = await connect();
    expect(await tokenFor(user)).toBe(`access-${count}-1`);
    expect(await tokenFor(user, 'user-read-email  user-read-private')).toBe(`access-${count}-1`);
    expect(refreshes()).toBe(0);
  });

  it('is a fresh one when the stored one was revoked, or is about to expire', async () => {
    const spotify = createSpotify();
    const user = await connect();
    spotify.revokeAccess();
    expect(await tokenFor(user)).toBe(`access-${count}-2`);
    expect(await tokenFor(user)).toBe(`access-${count}-2`);
    expect(refreshes()).toBe(1);
    identity.clock.advance(3600_000 - 4 * 60_000);
    expect(await tokenFor(user)).toBe(`access-${count}-3`);
    expect(server.lastTo(TOKEN).form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: `refresh-${count}-1`,
      scope: 'user-read-email user-read-private',
    });
  });

  it('needs an account that was connected with the scope', async () => {
    createSpotify();
    const user = await connect();
    await expect(tokenFor(user, 'streaming')).rejects.toEqual(lacksScope);
    const widened = { type: 'link', user_id: user, provider_scope: 'streaming' } as const;
    expect(await connect(widened)).toBe(user);
    expect(await tokenFor(user, 'streaming user-read-email')).toBe(`access-${count}-2`);
    const rows = await sql(identity.db).query<{ scopes: string[] }>(
      'select distinct scopes from oauth_provider_tokens where project_id = $1',
      [project.id],
    );
    expect(rows.flatMap(({ scopes }) => scopes)).not.toContain('undefined');
  });

  it('is gone for good when the provider ended the grant', async () => {
    const spotify = createSpotify();
    const user = await connect();
    spotify.revokeAll();
    await expect(tokenFor(user)).rejects.toEqual(lacksScope);
    const asked = refreshes();
    await expect(tokenFor(user)).rejects.toEqual(lacksScope);
    expect(refreshes()).toBe(asked);
  });

  it('survives providers that replace refresh tokens, however many ask at once', async () => {
    const spotify = createSpotify({ rotates: true });
    const user = await connect();
    for (let round = 1; round <= 2; round++) {
      spotify.revokeAccess();
      const tokens = await Promise.all(Array.from({ length: 6 }, () => tokenFor(user)));
      expect(new Set(tokens).size).toBe(1);
      expect(refreshes()).toBe(round);
    }
  });

  it('an outage of the provider changes nothing', async () => {
    const spotify = createSpotify();
    const user = await connect();
    server.on(ME, answer(502, 'bad gateway'));
    await expect(tokenFor(user)).rejects.toMatchObject({ status: 503 });
    spotify.revokeAccess();
    server.on(ME, answer(401, 'no'));
    server.on(TOKEN, answer(500, 'oh no'));
    await expect(tokenFor(user)).rejects.toMatchObject({ status: 503 });
    const [{ invalid } = { invalid: 0 }] = await sql(identity.db).query<{ invalid: number }>(
      `select count(*)::int as invalid from oauth_provider_tokens t
       join oauth_accounts a on a.id = t.oauth_account_id
       where a.user_id = $1 and t.kind = 'refresh' and not t.is_valid`,
      [user],
    );
    expect(invalid).toBe(0);
  });

  it('respects what the link may be used for, and goes with it', async () => {
    createSpotify();
    const user = await connect();
    const [link] = (await identity.oauth_providers.listOAuthProviders({ user_id: user }, project.server))
      .items;
    const key = { user_id: user, provider_id: link?.id ?? '' };
    const change = (allow_connected_accounts: boolean) =>
      identity.oauth_providers.updateOAuthProvider(
        {
          ...key,
          provider: { ...EMPTY, allow_connected_accounts },
          update_mask: ['allow_connected_accounts'],
        },
        project.server,
      );
    await change(false);
    await expect(tokenFor(user)).rejects.toMatchObject({ code: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' });
    await change(true);
    await tokenFor(user);
    await identity.oauth_providers.deleteOAuthProvider(key, project.server);
    const left = await sql(identity.db).query(
      'select 1 from oauth_provider_tokens where oauth_account_id = $1',
      [key.provider_id],
    );
    expect(left).toEqual([]);
  });
});

const EMPTY = {
  user_id: undefined,
  provider_config_id: undefined,
  account_id: undefined,
  email: undefined,
  allow_sign_in: undefined,
  allow_connected_accounts: undefined,
};

it('nothing that a thief could use lies in the database in clear', async () => {
  createSpotify();
  const { access_token, refresh_token } = await signIn(identity, project, { provider: 'spotify' });
  const tables = ['oauth_states', 'oauth_authorization_codes', 'oauth_provider_tokens', 'sessions'];
  let dump = '';
  for (const table of tables) dump += JSON.stringify(await sql(identity.db).query(`select * from ${table}`));
  for (const secret of [`access-${count}-1`, `refresh-${count}-1`, access_token, refresh_token])
    expect(dump).not.toContain(secret);
});

describe('an anonymous visitor', () => {
  it('keeps name and address when the provider gives none', async () => {
    server.on('POST api.x.com/2/oauth2/token', { access_token: 'at' });
    server.on('GET api.x.com/2/users/me', { data: { id: '1' } });
    const visitor = await project.createUser({ is_anonymous: true, display_name: 'Guest of honour' });
    await identity.events();
    const { user, is_new_user } = await signIn(identity, project, { provider: 'x', user_id: visitor.id });
    expect(is_new_user).toBe(true);
    expect(user).toMatchObject({
      id: visitor.id,
      is_anonymous: false,
      display_name: 'Guest of honour',
      oauth_providers: [{ id: 'x', account_id: '1' }],
    });
    const events = (await identity.events()).filter(({ type }) => type.startsWith('user.'));
    expect(events.map(({ type, user: told }) => [type, told?.oauth_providers.length])).toEqual([
      ['user.updated', 1],
    ]);
  });

  it('stays what it is when the account belongs to somebody already', async () => {
    createSpotify();
    const owner = await connect();
    const visitor = await project.createUser({ is_anonymous: true });
    expect(await connect({ user_id: visitor.id })).toBe(owner);
    expect((await project.getUser(visitor.id)).is_anonymous).toBe(true);
  });
});

it('a new user’s event already tells of the account', async () => {
  createSpotify();
  await identity.events();
  const user = await connect();
  const created = (await identity.events()).find(({ type }) => type === 'user.created');
  expect(created?.user).toMatchObject({ id: user, oauth_providers: [{ id: 'spotify' }] });
});
