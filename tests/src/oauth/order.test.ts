/** Of several things that are wrong, which one is said. */
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectText, ok, url } from '../client.ts';
import { newEmail, newProject, newUuid, type Project } from '../project.ts';
import { enrol } from '../totp.ts';
import { atProvider, codeOf, createBrowser, newAttempt, REDIRECT_URI, roundTrip } from './browser.ts';
import {
  exchange,
  expectKnownPage,
  expectTextPage,
  newCode,
  newOAuthProject,
  signInWith,
  userIdOf,
} from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

type Parameters = Record<string, string | undefined>;

describe('authorize', () => {
  it('says schema, client, secret, provider, missing token, bad token, foreign token, scopes of shared keys, scope', async () => {
    const { access_token: own } = await project.signUp();
    const { access_token: foreign } = await (await newProject()).signUp();
    const wrong: Parameters = { scope: 'openid', type: 'link', provider_scope: 'repo' };
    const ask = (more: Parameters, provider = 'nothing') =>
      createBrowser().open(newAttempt(project, { ...wrong, ...more }, provider).address);
    const nobody = { client_id: newUuid(), client_secret: 'wrong' };
    const message = expect.any(String) as string;
    expectKnownPage(await ask({ ...nobody, state: undefined }), 400, 'SCHEMA_ERROR', { message });
    const { client_id } = nobody;
    expectKnownPage(await ask(nobody), 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id });
    const badSecret = await ask({ client_secret: 'wrong', token: 'garbage' });
    expectKnownPage(badSecret, 401, 'INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id });
    for (const token of [undefined, 'garbage', foreign])
      expectKnownPage(await ask({ token }), 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
    expectTextPage(await ask({}, 'github'), 400);
    expectKnownPage(await ask({ token: 'garbage' }, 'github'), 401, 'UNPARSABLE_ACCESS_TOKEN');
    expectTextPage(await ask({ token: foreign }, 'github'), 403);
    const EXTRA = 'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS';
    expectKnownPage(await ask({ token: own }, 'github'), 400, EXTRA);
    expectKnownPage(await ask({ token: own, type: 'authenticate' }, 'github'), 400, EXTRA);
    const last = await ask({ token: own, provider_scope: undefined }, 'github');
    expectKnownPage(last, 400, 'INVALID_SCOPE');
    expect((await ask({ token: own, provider_scope: undefined, scope: 'legacy' }, 'github')).status).toBe(
      307,
    );
  });

  it('needs no headers, and judges those that come anyway', async () => {
    const path = newAttempt(project).address.slice(`${url()}/api/v1`.length);
    const get = (headers: Record<string, string | undefined>) => api('GET', path, { headers });
    for (const type of ['client', 'server', 'admin'] as const)
      expect((await get(project.as(type).headers)).status).toBe(307);
    expectKnown(await get({ 'x-stack-access-type': 'client' }), 400, 'ACCESS_TYPE_WITHOUT_PROJECT_ID', {
      request_type: 'client',
    });
    const wrong = { ...project.client.headers, 'x-stack-publishable-client-key': 'wrong' };
    expectKnown(await get(wrong), 401, 'INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id });
    const broken = project.as('client', { access_token: 'garbage' }).headers;
    expectKnown(await get(broken), 401, 'UNPARSABLE_ACCESS_TOKEN');
  });
});

describe('the callback', () => {
  const EVIL = 'https://evil.example/';
  const toCallback = async (one: Project, more: Parameters) => {
    const browser = createBrowser();
    const start = await browser.open(newAttempt(one, more).address);
    expect(start.status, start.text).toBe(307);
    return { browser, callback: new URL(await atProvider(browser, start.location ?? '', newEmail())) };
  };

  it('says the provider’s refusal before an untrusted redirect URI, and that before anything about users', async () => {
    const altered = await toCallback(project, { redirect_uri: EVIL });
    altered.callback.searchParams.set('code', 'altered');
    expectTextPage(await altered.browser.open(altered.callback.href), 400);
    const cancelled = await roundTrip(newAttempt(project, { redirect_uri: EVIL }), { email: null });
    expectKnownPage(cancelled, 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
    const closed = await newOAuthProject({ sign_up_enabled: false });
    const refused = await roundTrip(newAttempt(closed, { redirect_uri: EVIL }), { email: newEmail() });
    expectKnownPage(refused, 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });

  it('says that the user of a link is gone before that', async () => {
    const user = await project.signUp();
    const attempt = newAttempt(project, { type: 'link', token: user.access_token, redirect_uri: EVIL });
    ok(await project.server.delete(`/users/${user.id}`));
    expectKnownPage(await roundTrip(attempt, { email: newEmail() }), 404, 'USER_NOT_FOUND');
  });

  it('links nothing for an untrusted redirect URI', async () => {
    const user = await project.signUp();
    const attempt = newAttempt(project, { type: 'link', token: user.access_token, redirect_uri: EVIL });
    expectKnownPage(await roundTrip(attempt, { email: newEmail() }), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    const list = await project.server.get('/oauth-providers', { query: { user_id: user.id } });
    expect((ok(list) as { items: object[] }).items).toEqual([]);
  });

  it('needs the cookie before the provider is looked at', async () => {
    const { callback } = await toCallback(project, {});
    const path = callback.href.replace('/callback/github', '/callback/nothing');
    expectTextPage(await createBrowser().open(path), 400);
  });

  it('knows a provider that was switched off on the way', async () => {
    const own = await newOAuthProject();
    const { browser, callback } = await toCallback(own, {});
    ok(await own.admin.patch('/internal/projects/current', { config: { oauth_providers: [] } }));
    expectKnownPage(await browser.open(callback.href), 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  });
});

describe('the token endpoint', () => {
  const invalid = 'INVALID_AUTHORIZATION_CODE';

  it('says client, code, verifier, redirect URI, second factor', async () => {
    const email = newEmail();
    await enrol(project, userIdOf(await signInWith(project, { email })));
    const good = await newCode(project, email);
    const wrong = {
      code: 'f'.repeat(64),
      code_verifier: 'wrong',
      redirect_uri: 'http://localhost:3000/other',
    };
    const client = await exchange(project, { ...wrong, client_secret: 'wrong' });
    expectKnown(client, 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null });
    expectKnown(await exchange(project, wrong), 400, invalid);
    // Another address that is trusted just as well.
    expectKnown(await exchange(project, { ...wrong, code: good.code }), 400, invalid);
    const { redirect_uri } = wrong;
    expectText(await exchange(project, { ...good, redirect_uri }), 400);
    expectKnown(await exchange(project, good), 400, invalid);
    const factor = await exchange(project, await newCode(project, email));
    expectKnown(factor, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: expect.any(String) as string,
    });
  });

  it('asks a user for the second factor after linking too', async () => {
    const user = await project.signUp();
    await enrol(project, user.id);
    const good = await newCode(project, newEmail(), { type: 'link', token: user.access_token });
    expectKnown(await exchange(project, good), 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: expect.any(String) as string,
    });
  });

  it('takes the plain project id for a sign-in that named the branch', async () => {
    const attempt = newAttempt(project, { client_id: `${project.id}#main` });
    const code = codeOf(await roundTrip(attempt, { email: newEmail() }));
    ok(await exchange(project, { code, code_verifier: attempt.verifier }));
  });

  it('knows a client by the body only', async () => {
    const good = await newCode(project, newEmail());
    const basic = Buffer.from(`${project.id}:${project.keys.publishable_client_key}`).toString('base64');
    const json = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, ...good };
    const answer = await api('POST', '/auth/oauth/token', {
      json,
      headers: { authorization: `Basic ${basic}` },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_request' });
    ok(await exchange(project, { ...good, client_secret: undefined, unknown: 'ignored' }));
  });

  it('needs a grant type that it knows', async () => {
    for (const grant_type of [undefined, '', 'password', 'client_credentials', 'implicit'])
      expectKnown(await exchange(project, { grant_type }), 400, 'SCHEMA_ERROR', {
        message: expect.any(String) as string,
      });
  });

  it('needs no headers, and judges those that come anyway', async () => {
    const json = {
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      client_id: project.id,
      ...(await newCode(project, newEmail())),
    };
    const post = (headers: Record<string, string | undefined>) =>
      api('POST', '/auth/oauth/token', { json, headers });
    expectKnown(await post({ 'x-stack-access-type': 'root' }), 400, 'INVALID_ACCESS_TYPE');
    const broken = project.as('server', { access_token: 'garbage' }).headers;
    expectKnown(await post(broken), 401, 'UNPARSABLE_ACCESS_TOKEN');
    ok(await post(project.server.headers));
  });
});
