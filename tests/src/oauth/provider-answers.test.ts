import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../client.ts';
import { newEmail, newUuid, overrideConfig, type Project } from '../project.ts';
import { createBrowser, newAttempt } from './browser.ts';
import type { Visit } from './openid-issuer.ts';
import { ACME, arrive, enter, startWorld, type World } from './openid-project.ts';
import { expectKnownPage, expectTextPage, getUser, userIdOf } from './project-with-providers.ts';

let world: World;
let project: Project;
beforeAll(async () => {
  world = await startWorld();
  project = await world.newProject();
});
afterAll(() => world?.stop());

const ERROR_PAGE = 'http://localhost:3000/handler/error';
const somebody = (more: object = {}): Visit['info'] => ({
  sub: newUuid(),
  email: newEmail(),
  email_verified: true,
  ...more,
});
const come = (visit: Visit, more: Parameters<typeof arrive>[2] = {}) =>
  arrive({ issuer: world.issuer, project }, visit, more);
const refusal = (status: number, body: Record<string, unknown>) => ({
  info: somebody(),
  refusal: { status, body },
});
const usersOf = async (email: unknown) =>
  (ok(await project.server.get('/users', { query: { query: String(email) } })) as { items: object[] }).items;

describe('a provider that refuses', () => {
  it.each(['access_denied', 'consent_required'])('by %s is OAUTH_PROVIDER_ACCESS_DENIED', async (error) => {
    const sent = await come({ info: somebody() }, { back: { error } });
    expectKnownPage(sent.page, 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
    const answered = await come(refusal(400, { error }));
    expectKnownPage(answered.page, 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
    const told = await come(refusal(400, { error }), { more: { error_redirect_url: ERROR_PAGE } });
    expect(told.page.status).toBe(303);
    expect(new URL(told.page.location ?? '').searchParams.get('errorCode')).toBe(
      'OAUTH_PROVIDER_ACCESS_DENIED',
    );
  });

  it.each([
    [400, { error: 'invalid_grant' }],
    [401, { error: 'invalid_client' }],
    [400, { error: 'temporarily_confused' }],
    [400, {}],
    [200, { error: 'bad_verification_code' }],
    [200, { token_type: 'Bearer' }],
  ])('with %i %j is a text 400, never told to the error address', async (status, body) => {
    const { page } = await come(refusal(status, body), { more: { error_redirect_url: ERROR_PAGE } });
    expectTextPage(page, 400);
  });

  it('a scope is named by it', async () => {
    const body = { error: 'unauthorized_scope_error', scope: 'mail.everything' };
    const answered = await come(refusal(400, body));
    expectTextPage(answered.page, 400);
    expect(answered.page.text).toContain('mail.everything');
    const sent = await come({ info: somebody() }, { back: body });
    expectTextPage(sent.page, 400);
    expect(sent.page.text).toContain('mail.everything');
    expectTextPage((await come(refusal(400, { error: 'unauthorized_scope_error' }))).page, 400);
  });

  it('sends neither a code nor an error: a text 400', async () => {
    expectTextPage((await come({ info: somebody() }, { back: {} })).page, 400);
  });

  it('is out of order: 503 with a time to try again', async () => {
    for (const visit of [refusal(500, {}), { info: somebody(), info_status: 502 }]) {
      const { page } = await come(visit);
      expectTextPage(page, 503);
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });
});

describe('a provider that does not say who it is', () => {
  it.each([
    ['another sub than the ID token', { claims: { sub: 'somebody else' } }],
    ['an empty account id', { info: somebody({ sub: '' }) }],
    ['an address that is none', { info: somebody({ email: 'not an address' }) }],
    ['an address of other letters', { info: somebody({ email: 'mïra@example.com' }) }],
    ['a refused profile', { info: somebody(), info_status: 403 }],
    ['no ID token', { tokens: { id_token: undefined } }],
    ['an ID token of another key', { is_forged: true }],
    ['an ID token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an ID token for another client', { claims: { aud: 'somebody-else' } }],
    ['an ID token of yesterday', { claims: { exp: Math.floor(Date.now() / 1000) - 86_400 } }],
    ['an ID token of another round trip', { claims: { nonce: 'another' } }],
    ['an ID token of no round trip', { claims: { nonce: undefined } }],
  ])('%s is a text 400 and makes nobody', async (_, more: Partial<Visit>) => {
    const visit = { info: somebody(), ...more };
    const { page } = await come(visit, { more: { error_redirect_url: ERROR_PAGE } });
    expectTextPage(page, 400);
    expect(await usersOf(visit.info.email)).toEqual([]);
  });
});

describe('a project’s own OpenID provider', () => {
  it('gives the new user what it knows', async () => {
    const info = somebody({
      name: 'Mira Sol',
      picture: 'https://img.example/mira.png',
      email_verified: false,
    });
    const signedIn = await enter({ issuer: world.issuer, project }, { info });
    expect(signedIn.is_new_user).toBe(true);
    expect(await getUser(project, userIdOf(signedIn))).toMatchObject({
      display_name: 'Mira Sol',
      profile_image_url: 'https://img.example/mira.png',
      primary_email: info.email,
      primary_email_verified: false,
      primary_email_auth_enabled: true,
      oauth_providers: [{ id: 'acme', account_id: info.sub, email: info.email }],
    });
  });

  it('takes nothing but the boolean for a verified address', async () => {
    for (const email_verified of ['true', 1, undefined]) {
      const signedIn = await enter({ issuer: world.issuer, project }, { info: somebody({ email_verified }) });
      expect((await getUser(project, userIdOf(signedIn))).primary_email_verified).toBe(false);
    }
  });

  it('survives a write of the flat list of providers, and goes only by its own key', async () => {
    const own = await world.newProject();
    const config = { oauth_providers: [{ id: 'google', type: 'shared' }] };
    const written = ok(await own.admin.patch('/internal/projects/current', { config })) as {
      config: { enabled_oauth_providers: object[] };
    };
    expect(written.config.enabled_oauth_providers).toEqual([{ id: 'acme' }, { id: 'google' }]);
    await enter({ issuer: world.issuer, project: own }, { info: somebody() });
    ok(await own.admin.patch('/internal/projects/current', { config: { oauth_providers: [] } }));
    await enter({ issuer: world.issuer, project: own }, { info: somebody() });
    await overrideConfig(own, { 'auth.oauth.providers.acme': null });
    const { config: after } = ok(await own.admin.get('/internal/projects/current')) as typeof written;
    expect(after.enabled_oauth_providers).toEqual([]);
  });

  it('is asked only where this deployment may ask: never inside a network', async () => {
    for (const issuerUrl of [
      'http://127.0.0.1:9',
      'https://localhost',
      'https://10.0.0.1',
      'https://[::1]',
    ]) {
      const own = await world.newProject();
      const entry = { ...ACME, clientId: 'x', clientSecret: 'y', issuerUrl };
      await overrideConfig(own, { 'auth.oauth.providers.inside': entry });
      const { address } = newAttempt(own, {}, 'inside');
      expectTextPage(await createBrowser().open(address), 400);
    }
  });
});
