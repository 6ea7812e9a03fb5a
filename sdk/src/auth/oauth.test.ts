// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { setTransport } from '../apps/build-app.ts';
import { PorticoClientApp } from '../js.ts';
import { SignInAgainError } from '../errors/sign-in-again-error.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { accessTokenFor, impatientTransport, projectRead, userRead } from '../testing/fixtures.ts';

let api: FakeApi;
let visited: string[] = [];
let assigned: URL[] = [];
let warned: MockInstance;
const page = (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;

beforeAll(async () => {
  api = await startFakeApi();
  setTransport(impatientTransport());
});
afterAll(async () => {
  setTransport(undefined);
  await api.stop();
});
beforeEach(() => {
  page.setURL('http://localhost:3000/handler/sign-in');
  document.cookie.split('; ').forEach((pair) => {
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
  });
  window.sessionStorage.clear();
  api.requests.length = 0;
  visited = [];
  assigned = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void assigned.push(new URL(url)));
  warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  api.on('GET /projects/current', () => ({ json: projectRead() }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const openApp = (options = {}) => {
  const to = (url: string): void => void visited.push(url);
  return new PorticoClientApp({
    projectId: 'internal',
    publishableClientKey: 'pck',
    baseUrl: api.url,
    tokenStore: 'memory',
    redirectMethod: { useNavigate: () => to, navigate: to },
    ...options,
  });
};
const token = (changes = {}) => ({
  json: {
    access_token: accessTokenFor(600),
    refresh_token: 'r',
    token_type: 'Bearer',
    expires_in: 599,
    is_new_user: false,
    after_callback_redirect_url: null,
    ...changes,
  },
});

/** Begins and answers what the provider's address would be told. */
const start = async (app = openApp(), options = {}): Promise<URLSearchParams> => {
  void app.signInWithOAuth('GitHub', options);
  await vi.waitFor(() => expect(assigned).toHaveLength(1));
  return assigned[0]!.searchParams;
};
const comeBack = (state: string | null, rest = ''): void =>
  page.setURL(`http://localhost:3000/handler/oauth-callback?code=c&state=${state}${rest}`);

describe('the start', () => {
  it('leaves with a challenge whose verifier waits in a cookie', async () => {
    const app = openApp({ oauthScopesOnSignIn: { github: ['repo', 'gist'] } });
    const params = await start(app);
    expect(assigned[0]!.pathname).toBe('/api/v1/auth/oauth/authorize/github');
    const state = params.get('state') ?? '';
    const verifier = new RegExp(`stack-oauth-outer-${state}=([\\w-]{43})`).exec(document.cookie)?.[1] ?? '';
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(params.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
    expect(Object.fromEntries(params)).toMatchObject({
      client_id: 'internal',
      client_secret: 'pck',
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      scope: 'legacy',
      grant_type: 'authorization_code',
      code_challenge_method: 'S256',
      response_type: 'code',
      type: 'authenticate',
      error_redirect_url: 'http://localhost:3000/handler/error',
      provider_scope: 'repo gist',
    });
    expect(params.has('token')).toBe(false);
    expect(params.has('after_callback_redirect_url')).toBe(false);
  });

  it('carries the place to come back to, the session, and returnTo', async () => {
    page.setURL('http://localhost:3000/handler/sign-in?after_auth_return_to=%2Fdeep');
    const access = accessTokenFor(600);
    const app = openApp({ tokenStore: { accessToken: access, refreshToken: 'r' } });
    const params = await start(app, { returnTo: '/welcome' });
    expect(params.get('redirect_uri')).toBe(
      'http://localhost:3000/handler/oauth-callback?after_auth_return_to=%2Fdeep',
    );
    expect(params.get('token')).toBe(access);
    expect(params.get('after_callback_redirect_url')).toBe('/welcome');
  });
});

describe('the callback', () => {
  it('trades the code once, cleans the address and lands', async () => {
    api.on('POST /auth/oauth/token', () => token());
    const app = openApp();
    const params = await start(app);
    comeBack(params.get('state'), '&x=1');
    const [first, second] = await Promise.all([app.callOAuthCallback(), app.callOAuthCallback()]);
    expect([first, second]).toEqual([true, false]);
    expect(api.seen('POST /auth/oauth/token')).toHaveLength(1);
    expect(api.requests[0]?.body).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: params.get('redirect_uri'),
      client_id: 'internal',
      client_secret: 'pck',
    });
    expect(window.location.search).toBe('?x=1');
    expect(document.cookie).not.toContain('stack-oauth-outer');
    expect(visited).toEqual(['/']);
    expect((await app.getAuthJson()).refreshToken).toBe('r');
  });

  it.each([
    [{ is_new_user: true }, '', '/welcome'],
    [{}, '&after_auth_return_to=%2Fdeep', '/deep'],
    [{ after_callback_redirect_url: '/x' }, '&after_auth_return_to=%2Fdeep', '/x'],
  ])('answered %j at %j goes to %s', async (changes, rest, target) => {
    api.on('POST /auth/oauth/token', () => token(changes));
    const app = openApp({ urls: { afterSignUp: '/welcome' } });
    const params = await start(app);
    comeBack(params.get('state'), rest);
    expect(await app.callOAuthCallback()).toBe(true);
    expect(visited).toEqual([target]);
  });

  it('refuses a target nobody trusts', async () => {
    api.on('POST /auth/oauth/token', () => token({ after_callback_redirect_url: 'https://evil.test' }));
    const app = openApp();
    const params = await start(app);
    comeBack(params.get('state'));
    await expect(app.callOAuthCallback()).rejects.toThrow(/evil\.test/);
    expect(visited).toEqual([]);
  });

  it.each(['', '?code=c', '?state=s', '?code=c&state=foreign'])('at %j does nothing', async (query) => {
    page.setURL(`http://localhost:3000/handler/oauth-callback${query}`);
    expect(await openApp().callOAuthCallback()).toBe(false);
    expect(api.requests).toHaveLength(0);
    expect(window.location.search).toBe(query);
    expect(visited).toEqual([]);
    expect(warned).toHaveBeenCalledOnce();
  });

  it.each([{ status: 500, text: 'broken' }, { json: {} }, { json: { ...token().json, token_type: 'mac' } }])(
    'that gets %j says so and stores nothing',
    async (answer) => {
      api.on('POST /auth/oauth/token', () => answer);
      const app = openApp();
      const params = await start(app);
      comeBack(params.get('state'));
      await expect(app.callOAuthCallback()).rejects.toMatchObject({
        message: 'Error signing in during OAuth callback. Please try again.',
        cause: expect.anything() as unknown,
      });
      expect((await app.getAuthJson()).refreshToken).toBeNull();
      expect(api.requests).toHaveLength(1);
    },
  );

  it('refuses an answer of another issuer', async () => {
    const app = openApp();
    const params = await start(app);
    comeBack(params.get('state'), '&iss=https%3A%2F%2Fevil.test');
    await expect(app.callOAuthCallback()).rejects.toThrow('Please try again.');
    expect(api.requests).toHaveLength(0);
  });

  it('throws known errors as they are', async () => {
    api.on('POST /auth/oauth/token', () => ({ error: { code: 'INVALID_AUTHORIZATION_CODE' } }));
    const app = openApp();
    const params = await start(app);
    comeBack(params.get('state'));
    await expect(app.callOAuthCallback()).rejects.toMatchObject({ code: 'INVALID_AUTHORIZATION_CODE' });
  });

  it('that needs a second factor goes to its page, which knows where to go on', async () => {
    const code = 'MULTI_FACTOR_AUTHENTICATION_REQUIRED';
    api.on('POST /auth/oauth/token', () => ({
      status: 400,
      json: { error: 'mfa', code, details: { attempt_code: 'at' } },
    }));
    const app = openApp();
    const params = await start(app, { returnTo: '/after' });
    comeBack(params.get('state'));
    await expect(app.callOAuthCallback()).rejects.toThrow('not reached');
    expect(window.sessionStorage.getItem('stack_mfa_attempt_code')).toBe('at');
    expect(visited).toEqual(['/handler/mfa?after_auth_return_to=%2Fafter']);
    page.setURL(`http://localhost:3000${visited[0]}`);
    api.on('POST /auth/mfa/sign-in', () => ({
      json: { access_token: accessTokenFor(600), refresh_token: 'r', is_new_user: false, user_id: 'u' },
    }));
    await app.signInWithMfa('123456', 'at');
    expect(window.sessionStorage.getItem('stack_mfa_attempt_code')).toBeNull();
    expect(visited.at(-1)).toBe('/after');
  });
});

describe('a connected account', () => {
  const signedIn = (providers: { id: string }[]) => {
    api.on('GET /users/me', () => ({ json: userRead({ oauth_providers: providers }) }));
    return openApp({
      tokenStore: { accessToken: accessTokenFor(600), refreshToken: 'r' },
      oauthScopesOnSignIn: { github: ['repo'] },
    }).getUser({ or: 'throw' });
  };
  const tokenRoute = 'POST /connected-accounts/me/github/access-token';

  it('gives tokens with the wanted scopes', async () => {
    api.on(tokenRoute, () => ({ status: 201, json: { access_token: 'at' } }));
    const account = await (
      await signedIn([{ id: 'github' }])
    ).getConnectedAccount('github', { scopes: ['a', 'b'] });
    expect(account?.id).toBe('github');
    expect(await account?.getAccessToken()).toEqual({ accessToken: 'at' });
    expect(api.seen(tokenRoute)[0]?.body).toEqual({ scope: 'a b' });
  });

  it('that is missing is null without a question, or an error, or a way to connect it', async () => {
    const user = await signedIn([]);
    expect(await user.getConnectedAccount('github')).toBeNull();
    expect(api.seen(tokenRoute)).toHaveLength(0);
    await expect(user.getConnectedAccount('github', { or: 'throw' })).rejects.toThrow(/github/);
    void user.getConnectedAccount('github', { or: 'redirect', scopes: ['gist', 'repo'] });
    await vi.waitFor(() => expect(assigned).toHaveLength(1));
    expect(Object.fromEntries(assigned[0]!.searchParams)).toMatchObject({
      type: 'link',
      provider_scope: 'repo gist',
      after_callback_redirect_url: 'http://localhost:3000/handler/sign-in',
    });
  });

  it('that waits for a recent sign-in does not cost the page', async () => {
    const user = await signedIn([]);
    const text = 'Sign in again first: this change needs a sign-in of the last ten minutes.';
    api.on('GET /auth/oauth/authorize/spotify', () => ({ status: 403, text }));
    const connecting = user.getConnectedAccount('spotify', { or: 'redirect' });
    await expect(connecting).rejects.toBeInstanceOf(SignInAgainError);
    expect(assigned).toEqual([]);
  });

  it.each(['OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE', 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'])(
    'refused with %s is null',
    async (code) => {
      api.on(tokenRoute, () => ({ error: { code } }));
      expect(await (await signedIn([{ id: 'github' }])).getConnectedAccount('github')).toBeNull();
    },
  );

  it('is listed, changed and removed', async () => {
    const read = {
      id: 'link-1',
      user_id: 'user-1',
      provider_config_id: 'github',
      type: 'github',
      email: null,
      allow_sign_in: true,
      allow_connected_accounts: true,
    };
    api.on('GET /oauth-providers', () => ({ json: { items: [read], is_paginated: false } }));
    api.on('PATCH /oauth-providers/me/link-1', () => ({
      error: { code: 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN' },
    }));
    api.on('DELETE /oauth-providers/me/link-1', () => ({ status: 200, json: { success: true } }));
    const user = await signedIn([{ id: 'github' }]);
    const provider = await user.getOAuthProvider('link-1');
    expect(provider).toMatchObject({ type: 'github', providerConfigId: 'github', allowSignIn: true });
    expect((await provider!.update({ allowSignIn: true })).status).toBe('error');
    expect(api.seen('PATCH /oauth-providers/me/link-1')[0]?.body).toEqual({ allow_sign_in: true });
    await provider!.delete();
    expect(await user.getOAuthProvider('other')).toBeNull();
  });
});
