import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaErrorOn, expectText, ok, type Json } from '../client.ts';
import { newEmail, newUuid, overrideConfig, type Project, type User } from '../project.ts';
import { newOAuthProject } from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

const create = (user_id: string, more: object = {}) =>
  project.server.post('/oauth-providers', {
    user_id,
    provider_config_id: 'github',
    account_id: newUuid(),
    allow_sign_in: true,
    allow_connected_accounts: true,
    ...more,
  });
const created = async (user_id: string, more: object = {}): Promise<Json> =>
  ok(await create(user_id, more), 201);
const asUser = (user: User) => project.as('client', user);
const TAKEN = 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN';

describe('/oauth-providers', () => {
  it('servers see the account id, clients do not', async () => {
    const user = await project.signUp();
    const email = newEmail();
    const link = await created(user.id, { account_id: 'acc', email });
    const client = {
      id: expect.any(String) as string,
      user_id: user.id,
      provider_config_id: 'github',
      type: 'github',
      email,
      allow_sign_in: true,
      allow_connected_accounts: true,
    };
    expect(link).toEqual({ ...client, account_id: 'acc' });
    const path = `/oauth-providers/${user.id}/${link.id}`;
    expect(ok(await project.server.get(path))).toEqual(link);
    expect(ok(await asUser(user).get(`/oauth-providers/me/${link.id}`))).toEqual(client);
    expect(ok(await asUser(user).get('/oauth-providers'))).toEqual({ items: [client], is_paginated: false });
    const second = await created(user.id, { provider_config_id: 'google' });
    expect(second).not.toHaveProperty('email');
    const list = ok(await project.server.get('/oauth-providers', { query: { user_id: user.id } })) as Json;
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([link.id, second.id]);
    const whole = ok(await project.server.get('/oauth-providers')) as Json;
    expect(whole.items.length).toBeGreaterThanOrEqual(2);
  });

  it('clients act on themselves', async () => {
    const user = await project.signUp();
    const other = await project.signUp();
    const link = await created(other.id);
    expectKnown(await project.client.get('/oauth-providers'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectText(await asUser(user).get('/oauth-providers', { query: { user_id: other.id } }), 403);
    for (const path of [`/oauth-providers/${other.id}/${link.id}`]) {
      expectText(await asUser(user).get(path), 403);
      expectText(await asUser(user).patch(path, { allow_sign_in: false }), 403);
      expectText(await asUser(user).delete(path), 403);
    }
    expectText(await asUser(user).get(`/oauth-providers/me/${link.id}`), 404);
    expectText(await project.server.get(`/oauth-providers/${user.id}/${link.id}`), 404);
    const refused = await asUser(user).post('/oauth-providers', {});
    expect(refused.body.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it('knows what is missing', async () => {
    expectText(await create(newUuid(), { provider_config_id: 'nothing' }), 404);
    expectKnown(await create(newUuid()), 404, 'USER_NOT_FOUND');
    const path = `/oauth-providers/${newUuid()}/${newUuid()}`;
    expectKnown(await project.server.get(path), 404, 'USER_NOT_FOUND');
    expectKnown(await project.server.delete(path), 404, 'USER_NOT_FOUND');
    const list = await project.server.get('/oauth-providers', { query: { user_id: newUuid() } });
    expectKnown(list, 404, 'USER_NOT_FOUND');
    const user = await project.newUser();
    expectSchemaErrorOn(await create(user, { email: 'nobody' }), 'body.email');
    expectSchemaErrorOn(await create(user, { account_id: '' }), 'body.account_id');
  });

  it('a user signs in with one account of a type', async () => {
    const user = await project.newUser();
    const first = await created(user);
    expectText(await create(user), 400);
    const second = await created(user, { allow_sign_in: false });
    const path = `/oauth-providers/${user}/${second.id}`;
    expectText(await project.server.patch(path, { allow_sign_in: true }), 400);
    ok(await project.server.patch(`/oauth-providers/${user}/${first.id}`, { allow_sign_in: false }));
    expect(ok(await project.server.patch(path, { allow_sign_in: true })).allow_sign_in).toBe(true);
    await created(user, { provider_config_id: 'google' });
  });

  it('an account is linked to a user once, and signs in one user', async () => {
    const [user, other] = [await project.newUser(), await project.newUser()];
    const first = await created(user, { account_id: 'shared-account' });
    expectText(await create(user, { account_id: 'shared-account', allow_sign_in: false }), 400);
    expectKnown(await create(other, { account_id: 'shared-account' }), 400, TAKEN);
    // Ids of different providers have nothing to do with one another.
    await created(other, { account_id: 'shared-account', provider_config_id: 'google' });
    const second = await created(other, { account_id: 'shared-account', allow_sign_in: false });
    const path = `/oauth-providers/${other}/${second.id}`;
    expectKnown(await project.server.patch(path, { allow_sign_in: true }), 400, TAKEN);
    ok(await project.server.delete(`/oauth-providers/${user}/${first.id}`));
    ok(await project.server.patch(path, { allow_sign_in: true }));
    const third = await created(user, { account_id: 'of-its-own' });
    const change = { account_id: 'shared-account' };
    expectKnown(await project.server.patch(`/oauth-providers/${user}/${third.id}`, change), 400, TAKEN);
  });

  it('two users racing for one account: one gets it', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => project.newUser()));
    const account_id = newUuid();
    const answers = await Promise.all(users.map((user) => create(user, { account_id })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    answers.filter(({ status }) => status !== 201).forEach((answer) => expectKnown(answer, 400, TAKEN));
  });

  it('clients change only what it may be used for, servers also what it is', async () => {
    const user = await project.signUp();
    const link = await created(user.id);
    const path = `/oauth-providers/me/${link.id}`;
    const own = ok(await asUser(user).patch(path, { allow_sign_in: false, allow_connected_accounts: false }));
    expect(own).toMatchObject({ allow_sign_in: false, allow_connected_accounts: false });
    expectSchemaErrorOn(await asUser(user).patch(path, { account_id: 'x' }), 'body');
    const email = newEmail();
    const server = await project.server.patch(`/oauth-providers/${user.id}/${link.id}`, {
      account_id: 'x',
      email,
    });
    expect(ok(server)).toMatchObject({ account_id: 'x', email, allow_sign_in: false });
    const { oauth_providers } = ok(await project.server.get(`/users/${user.id}`)) as Json;
    expect(oauth_providers).toMatchObject([{ id: 'github', account_id: 'x', email }]);
    expect(ok(await asUser(user).delete(path))).toEqual({ success: true });
    expectText(await asUser(user).delete(path), 404);
  });

  it('a link outlives the configuration of its provider in lists', async () => {
    const user = await project.newUser();
    const link = await created(user, { provider_config_id: 'spotify' });
    await overrideConfig(project, { 'auth.oauth.providers.spotify': null });
    const list = ok(await project.server.get('/oauth-providers', { query: { user_id: user } })) as Json;
    expect(list.items).toMatchObject([{ id: link.id, type: 'spotify' }]);
    expectText(await project.server.get(`/oauth-providers/${user}/${link.id}`), 404);
    expect(ok(await project.server.delete(`/oauth-providers/${user}/${link.id}`)).success).toBe(true);
  });
});

describe('/connected-accounts/{user}/{provider}/access-token', () => {
  const token = (caller: { post: Project['client']['post'] }, user: string, provider = 'github') =>
    caller.post(`/connected-accounts/${user}/${provider}/access-token`, {});

  it('is for the user and for servers, and not with shared keys', async () => {
    const user = await project.signUp();
    const other = await project.signUp();
    const alias = '/auth/oauth/connected-accounts/github/access-token';
    const SHARED = 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS';
    expectText(await token(asUser(user), other.id), 403);
    expectText(await token(project.client, other.id), 403);
    expectKnown(await token(project.client, 'me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(await project.client.post(alias, {}), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(await token(asUser(user), 'me', 'discord'), 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
    expectKnown(await token(asUser(user), 'me'), 400, SHARED);
    expectKnown(await asUser(user).post(alias, {}), 400, SHARED);
    expectKnown(await token(project.server, user.id), 400, SHARED);
    expectSchemaErrorOn(await asUser(user).post(alias), 'body');
    expect((await api('POST', alias)).body.code).toBe('ACCESS_TYPE_REQUIRED');
  });

  it('asks the user and the link with keys of the project’s own', async () => {
    const keys = { type: 'standard', client_id: 'id', client_secret: 'secret' };
    const own = await newOAuthProject({ oauth_providers: [{ id: 'github', ...keys }] });
    const user = await own.newUser();
    expectKnown(await token(own.server, newUuid()), 404, 'USER_NOT_FOUND');
    expectKnown(await token(own.server, user), 400, 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
    const link = { user_id: user, provider_config_id: 'github', account_id: 'a', allow_sign_in: true };
    ok(await own.server.post('/oauth-providers', { ...link, allow_connected_accounts: false }), 201);
    expectKnown(await token(own.server, user), 400, 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
    const other = { ...link, account_id: 'b', allow_sign_in: false, allow_connected_accounts: true };
    ok(await own.server.post('/oauth-providers', other), 201);
    expectKnown(await token(own.server, user), 400, 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE');
  });
});
