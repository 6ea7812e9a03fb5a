import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, type Answer } from '../client.ts';
import { newEmail, newProject, newUuid, overrideConfig, type Caller, type Project } from '../project.ts';
import { codeOf } from './browser.ts';
import { arrive, enter, startWorld, type World } from './openid-project.ts';
import type { Visit } from './openid-issuer.ts';
import { userIdOf } from './project-with-providers.ts';

let world: World;
let project: Project;
beforeAll(async () => {
  world = await startWorld();
  project = await world.newProject();
});
afterAll(() => world?.stop());

const ALIAS = '/auth/oauth/connected-accounts/acme/access-token';
const NO_SCOPE = 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE';
const NOT_CONNECTED = 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER';

const ask = (
  caller: Caller,
  user: string,
  { scope, provider = 'acme' }: { scope?: string; provider?: string } = {},
): Promise<Answer> =>
  caller.post(`/connected-accounts/${user}/${provider}/access-token`, scope === undefined ? {} : { scope });
const tokenOf = (answer: Answer): string => {
  const body = ok(answer, 201) as { access_token: string };
  expect(Object.keys(body)).toEqual(['access_token']);
  return body.access_token;
};

/** Somebody who signed in with the provider, their calls, and what the provider gave. */
const newcomer = async (visit: Partial<Visit> = {}) => {
  const info = { sub: newUuid(), email: newEmail(), email_verified: true };
  const signedIn = await enter({ issuer: world.issuer, project }, { info, ...visit });
  const me = project.as('client', signedIn);
  return { ...signedIn, info, me, id: userIdOf(signedIn) };
};

describe('a token of a connected account', () => {
  it('works at the provider, for the user and for servers, by either address', async () => {
    const { id, me, grant, access_token } = await newcomer();
    const answers = [
      await ask(me, 'me'),
      await ask(me, id),
      await ask(project.server, id),
      await ask(project.admin, id),
      await ask(project.as('server', { access_token }), 'me'),
      await me.post(ALIAS, {}),
      await project.as('admin', { access_token }).post(ALIAS, {}),
    ];
    for (const answer of answers) expect(grant.access_tokens.has(tokenOf(answer))).toBe(true);
    expect(grant.refreshes).toEqual([]);
  });

  it('is a fresh one once the provider revoked the last, with the scopes of before', async () => {
    const { me, grant } = await newcomer();
    const first = tokenOf(await ask(me, 'me'));
    grant.access_tokens.delete(first);
    const second = tokenOf(await ask(me, 'me'));
    expect(second).not.toBe(first);
    expect(world.issuer.isAlive(second)).toBe(true);
    expect(grant.refreshes.map(({ scope }) => scope)).toEqual(['openid email profile offline_access']);
    expect(tokenOf(await ask(me, 'me'))).toBe(second);
  });

  it('is a fresh one where the last ends within five minutes', async () => {
    const { me, grant } = await newcomer({ tokens: { expires_in: 299 } });
    tokenOf(await ask(me, 'me'));
    expect(grant.refreshes).toHaveLength(1);
    const { me: patient, grant: kept } = await newcomer({ tokens: { expires_in: 400 } });
    tokenOf(await ask(patient, 'me'));
    expect(kept.refreshes).toEqual([]);
  });

  it('survives refresh tokens that are good for one use, also of many requests at once', async () => {
    const { me, grant } = await newcomer({ rotates: true });
    for (let round = 0; round < 2; round++) {
      grant.access_tokens.clear();
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(me, 'me')));
      for (const answer of answers) expect(world.issuer.isAlive(tokenOf(answer))).toBe(true);
    }
    expect(grant.refreshes).toHaveLength(2);
  });

  it('ends with the grant', async () => {
    const { me, grant } = await newcomer();
    grant.access_tokens.clear();
    grant.refresh_tokens.clear();
    for (let time = 0; time < 2; time++) expectKnown(await ask(me, 'me'), 400, NO_SCOPE);
    const { me: other } = await newcomer({ tokens: { refresh_token: undefined, expires_in: 60 } });
    expectKnown(await ask(other, 'me'), 400, NO_SCOPE);
  });

  it('has the scopes that were asked for, which linking again widens', async () => {
    const { me, info, access_token: token } = await newcomer();
    tokenOf(await ask(me, 'me', { scope: '' }));
    tokenOf(await ask(me, 'me', { scope: 'email openid' }));
    for (const scope of ['calendar', 'openid calendar', 'undefined'])
      expectKnown(await ask(me, 'me', { scope }), 400, NO_SCOPE);
    const more = { more: { type: 'link', token, provider_scope: 'calendar' } };
    const { page, grant } = await arrive({ issuer: world.issuer, project }, { info }, more);
    codeOf(page);
    expect(grant.access_tokens.has(tokenOf(await ask(me, 'me', { scope: 'openid calendar' })))).toBe(true);
    tokenOf(await ask(me, 'me'));
  });

  it('is handed out for shared keys where the deployment allows that', async () => {
    const info = { sub: newUuid(), email: newEmail() };
    const signedIn = await enter({ issuer: world.issuer, project }, { info }, { provider: 'github' });
    const token = tokenOf(await ask(project.as('client', signedIn), 'me', { provider: 'github' }));
    expect(signedIn.grant.access_tokens.has(token)).toBe(true);
  });

  it('waits for a provider that is out of order, and gives no token up', async () => {
    const { me, grant } = await newcomer();
    const visit = grant.visit as { info_status?: number };
    visit.info_status = 503;
    const headers = { 'x-stack-override-error-status': 'true' };
    const answer = await me.post('/connected-accounts/me/acme/access-token', {}, { headers });
    expect(answer.headers).toMatchObject({ 'x-stack-actual-status': '503', 'retry-after': '5' });
    visit.info_status = 200;
    tokenOf(await ask(me, 'me'));
    expect(grant.refreshes).toEqual([]);
  });
});

describe('no token', () => {
  it('goes to another user, to nobody, or to another project', async () => {
    const { id } = await newcomer();
    const stranger = project.as('client', await project.signUp());
    expectText(await ask(stranger, id), 403);
    expectText(await ask(stranger, newUuid()), 403);
    expectText(await ask(project.client, id), 403);
    for (const caller of [project.client, project.server, project.admin]) {
      expectKnown(await ask(caller, 'me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
      expectKnown(await caller.post(ALIAS, {}), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    }
    const other = await world.newProject();
    expectKnown(await ask(other.server, id), 404, 'USER_NOT_FOUND');
    expectKnown(await ask(other.admin, newUuid()), 404, 'USER_NOT_FOUND');
  });

  it('comes from a provider the project lacks, before the user is looked for', async () => {
    const code = 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED';
    expectKnown(await ask(project.server, newUuid(), { provider: 'google' }), 400, code);
    const bare = await newProject();
    expectKnown(await ask(bare.server, await bare.newUser()), 400, code);
  });

  it('comes from an account that is not connected, or may not be used for that', async () => {
    expectKnown(await ask(project.server, await project.newUser()), 400, NOT_CONNECTED);
    const { id, me, grant } = await newcomer();
    const { items } = ok(await me.get('/oauth-providers?user_id=me')) as { items: { id: string }[] };
    const path = `/oauth-providers/me/${items[0]?.id}`;
    ok(await me.patch(path, { allow_connected_accounts: false }));
    expectKnown(await ask(me, 'me'), 400, NOT_CONNECTED);
    expectKnown(await ask(project.server, id), 400, NOT_CONNECTED);
    ok(await me.patch(path, { allow_connected_accounts: true }));
    expect(grant.access_tokens.has(tokenOf(await ask(me, 'me')))).toBe(true);
    ok(await me.delete(path));
    expectKnown(await ask(me, 'me'), 400, NOT_CONNECTED);
  });

  it('comes from a provider whose entry is gone', async () => {
    const own = await world.newProject();
    const info = { sub: newUuid(), email: newEmail() };
    const signedIn = await enter({ issuer: world.issuer, project: own }, { info });
    await overrideConfig(own, { 'auth.oauth.providers.acme': null });
    const answer = await ask(own.as('client', signedIn), 'me');
    expectKnown(answer, 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  });
});
