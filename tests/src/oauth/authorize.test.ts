import { beforeAll, describe, expect, it } from 'vitest';
import { api, ok, url } from '../client.ts';
import { newProject, newUuid, overrideConfig, type Project } from '../project.ts';
import { challengeOf, createBrowser, newAttempt, REDIRECT_URI } from './browser.ts';
import { expectKnownPage, expectTextPage, newOAuthProject } from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

const authorize = (more: Record<string, string | undefined>, provider?: string) =>
  createBrowser().open(newAttempt(project, more, provider).address);
const reasonsOf = (text: string): string =>
  (JSON.parse(text) as { details: { message: string } }).details.message;

describe('GET /auth/oauth/authorize/{provider}', () => {
  it('redirects to the provider with exactly these parameters, in this order', async () => {
    const attempt = newAttempt(project, { provider_scope: 'extra openid extra' });
    const page = await createBrowser().open(attempt.address);
    expect(page.status).toBe(307);
    expect(page.text).toBe('');
    const target = new URL(page.location ?? '');
    expect([...target.searchParams.keys()]).toEqual([
      'client_id',
      'scope',
      'response_type',
      'redirect_uri',
      'code_challenge_method',
      'code_challenge',
      'state',
      'access_type',
      'prompt',
    ]);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'github',
      scope: 'openid offline_access extra',
      response_type: 'code',
      redirect_uri: `${url()}/api/v1/auth/oauth/callback/github`,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    expect(target.searchParams.get('code_challenge')).not.toBe(challengeOf(attempt.verifier));
    expect(target.searchParams.get('state')).not.toBe(attempt.state);
  });

  it('sets the cookie that the callback asks for, attributes in their order', async () => {
    const page = await authorize({});
    const state = new URL(page.location ?? '').searchParams.get('state');
    const secure = url().startsWith('https:') ? 'Secure; ' : '';
    expect(page.set_cookie).toHaveLength(1);
    expect(page.set_cookie[0]).toMatch(
      new RegExp(
        `^stack-oauth-inner-${state}=true; Path=/; Expires=\\w{3}, [^;]+ GMT; Max-Age=600; ${secure}HttpOnly$`,
      ),
    );
  });

  it('does without grant type and challenge method, and takes the branch behind the project id', async () => {
    const sparse = { grant_type: undefined, code_challenge_method: undefined };
    expect((await authorize({ ...sparse, client_id: `${project.id}#main` })).status).toBe(307);
  });

  it.each([
    ['client_id', { client_id: undefined }],
    ['client_secret', { client_secret: undefined }],
    ['redirect_uri', { redirect_uri: undefined }],
    ['scope', { scope: undefined }],
    ['state', { state: undefined }],
    ['code_challenge', { code_challenge: undefined }],
    ['response_type', { response_type: 'token' }],
    ['code_challenge_method', { code_challenge_method: 'S512' }],
    ['grant_type', { grant_type: 'implicit' }],
    ['type', { type: 'merge' }],
    ['error_redirect_uri', { error_redirect_uri: 'nowhere' }],
    ['nonsense', { nonsense: '1' }],
  ])('is a SCHEMA_ERROR for a wrong or missing %s', async (field, more) => {
    const page = await authorize(more);
    expectKnownPage(page, 400, 'SCHEMA_ERROR', { message: expect.any(String) as string });
    expect(reasonsOf(page.text)).toContain(field);
  });

  it('names both faults of a redirect URI with spaces', async () => {
    const page = await authorize({ redirect_uri: 'not a url' });
    expect(reasonsOf(page.text)).toMatch(/spaces[\s\S]*URL/);
  });

  it.each([
    ['an unknown project', () => newUuid()],
    ['an unknown branch', () => `${project.id}#does-not-exist`],
  ])('is INVALID_OAUTH_CLIENT_ID_OR_SECRET for %s', async (_, make) => {
    const client_id = make();
    expectKnownPage(await authorize({ client_id }), 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id });
  });

  it('wants a publishable key of this very project', async () => {
    const other = await newProject();
    for (const client_secret of ['wrong', project.keys.secret_server_key, other.keys.publishable_client_key])
      expectKnownPage(await authorize({ client_secret }), 401, 'INVALID_PUBLISHABLE_CLIENT_KEY', {
        project_id: project.id,
      });
  });

  it('knows configured providers only, each for what it is there for', async () => {
    const unknown = (more: Record<string, string>, provider: string) =>
      authorize(more, provider).then((page) =>
        expectKnownPage(page, 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'),
      );
    await unknown({}, 'discord');
    await unknown({}, 'constructor');
    const { access_token: token } = await project.signUp();
    await overrideConfig(project, { 'auth.oauth.providers.spotify.allowSignIn': false });
    await unknown({}, 'spotify');
    expect((await authorize({ type: 'link', token }, 'spotify')).status).toBe(307);
    await overrideConfig(project, { 'auth.oauth.providers.google.allowConnectedAccounts': false });
    await unknown({ type: 'link', token }, 'google');
    // The provider is judged before the token.
    await unknown({ token: 'garbage' }, 'discord');
  });

  it('links only for a user, whose token is judged like any other', async () => {
    expectTextPage(await authorize({ type: 'link' }), 400);
    expectTextPage(await authorize({ type: 'link', token: '' }), 400);
    expectKnownPage(await authorize({ token: 'garbage' }), 401, 'UNPARSABLE_ACCESS_TOKEN');
    const foreign = await (await newProject()).signUp();
    expectTextPage(await authorize({ type: 'link', token: foreign.access_token }), 403);
    const user = await project.signUp();
    ok(await project.as('client', user).delete('/auth/sessions/current'));
    const page = await authorize({ token: user.access_token });
    expectKnownPage(page, 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: expect.any(Number) as number });
  });

  it('refuses extra scopes of a user on shared keys, and lets those of plain sign-in through', async () => {
    const { access_token: token } = await project.signUp();
    expectKnownPage(
      await authorize({ token, provider_scope: 'repo' }),
      400,
      'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    );
    expect((await authorize({ provider_scope: 'repo' })).status).toBe(307);
  });

  it('has one scope', async () => {
    expectKnownPage(await authorize({ scope: 'openid' }), 400, 'INVALID_SCOPE');
  });

  it('never sends an error to the error address', async () => {
    const page = await authorize({ client_id: newUuid(), error_redirect_url: REDIRECT_URI });
    expect(page.status).toBe(400);
  });

  it('leaves redirects alone where error statuses are overridden', async () => {
    const { address } = newAttempt(project);
    const path = address.slice(`${url()}/api/v1`.length);
    const headers = { 'x-stack-override-error-status': 'true' };
    expect((await api('GET', path, { headers })).status).toBe(307);
  });
});
