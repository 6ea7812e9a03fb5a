import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { PorticoAdminApp, PorticoClientApp, PorticoServerApp, porticoAppInternalsSymbol } from '../js.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import {
  accessTokenFor,
  impatientTransport,
  projectRead,
  serverUserRead,
  userRead,
} from '../testing/fixtures.ts';
import { setTransport } from './build-app.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
  setTransport(impatientTransport());
});
afterAll(async () => {
  setTransport(undefined);
  await api.stop();
});
beforeEach(() => {
  api.requests.length = 0;
});
afterEach(() => vi.unstubAllEnvs());

const keys = { projectId: 'internal', publishableClientKey: 'pck' } as const;
const clientApp = () => new PorticoClientApp({ ...keys, baseUrl: api.url, tokenStore: 'memory' });
const serverApp = () => new PorticoServerApp({ inheritsFrom: clientApp(), secretServerKey: 'ssk' });
const adminApp = () => new PorticoAdminApp({ inheritsFrom: serverApp(), superSecretAdminKey: 'sak' });

const signInAnswer = (claims = {}) => ({
  access_token: accessTokenFor(600, claims),
  refresh_token: 'r1',
  is_new_user: false,
  user_id: 'user-1',
});

const signedIn = async () => {
  api.on('POST /auth/password/sign-in', () => ({ json: signInAnswer() }));
  api.on('GET /users/me', ({ headers }) =>
    headers['x-stack-access-token'] === undefined
      ? { error: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } }
      : { json: headers['x-stack-access-type'] === 'client' ? userRead() : serverUserRead() },
  );
  const app = clientApp();
  await app.signInWithCredential({ email: 'mira@lumen.test', password: 'correct horse' });
  api.requests.length = 0;
  return app;
};

describe('an app', () => {
  it('names the environment variable that is missing', () => {
    expect(() => new PorticoClientApp({ tokenStore: null })).toThrow('NEXT_PUBLIC_STACK_PROJECT_ID');
    expect(() => new PorticoClientApp({ projectId: 'internal', tokenStore: null })).toThrow(
      'NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY',
    );
    expect(() => new PorticoServerApp({ ...keys, tokenStore: null })).toThrow('STACK_SECRET_SERVER_KEY');
    expect(() => new PorticoAdminApp({ ...keys, secretServerKey: 's', tokenStore: null })).toThrow(
      'STACK_SUPER_SECRET_ADMIN_KEY',
    );
  });

  it('takes defaults from the environment, where the first non-empty one wins', () => {
    vi.stubEnv('NEXT_PUBLIC_STACK_PROJECT_ID', '');
    vi.stubEnv('STACK_PROJECT_ID', 'internal');
    vi.stubEnv('NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY', 'pck');
    vi.stubEnv('NEXT_PUBLIC_STACK_API_URL', 'https://api.lumen.test/');
    vi.stubEnv('NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS', '{"x-a":"1"}');
    const { context } = new PorticoClientApp({ tokenStore: 'memory' })[porticoAppInternalsSymbol];
    expect(context.projectId).toBe('internal');
    expect(context.baseUrl()).toBe('https://api.lumen.test');
    expect(context.options.extraRequestHeaders).toEqual({ 'x-a': '1' });
    vi.stubEnv('NEXT_PUBLIC_SERVER_STACK_API_URL', 'https://inside.lumen.test');
    expect(context.baseUrl()).toBe('https://inside.lumen.test');
  });

  it('refuses a project id that is neither a UUID nor "internal"', () => {
    expect(() => new PorticoClientApp({ ...keys, projectId: 'mine', tokenStore: null })).toThrow('UUID');
    expect(
      () =>
        new PorticoClientApp({
          ...keys,
          projectId: '6F0D1C9E-2b7a-4d55-8f0e-3c1b9a7e4d21',
          tokenStore: null,
        }),
    ).not.toThrow();
  });

  it('inherits what is not given, down to the admin app', () => {
    const parent = new PorticoClientApp({
      ...keys,
      baseUrl: api.url,
      tokenStore: 'memory',
      urls: { home: '/start' },
    });
    const child = new PorticoAdminApp({
      inheritsFrom: parent,
      secretServerKey: 's',
      superSecretAdminKey: 'a',
      baseUrl: undefined,
    });
    expect(child.urls.home).toBe('/start');
    expect(child[porticoAppInternalsSymbol].context.baseUrl()).toBe(api.url);
  });

  it('has no hooks in the plain build', () => {
    expect('useUser' in clientApp()).toBe(false);
  });

  it('is handed to the browser without a secret, and found again there', () => {
    const app = new PorticoServerApp({ ...keys, secretServerKey: 'ssk', tokenStore: 'memory' });
    const json = app[porticoAppInternalsSymbol].toClientJson();
    expect(JSON.stringify(json)).not.toContain('ssk');
    expect(PorticoClientApp[porticoAppInternalsSymbol].fromClientJson(json)).toBe(app);
    const other = PorticoClientApp[porticoAppInternalsSymbol].fromClientJson({
      ...json,
      uniqueIdentifier: 'elsewhere',
    });
    expect(other.projectId).toBe('internal');
    expect(
      PorticoClientApp[porticoAppInternalsSymbol].fromClientJson({ ...json, uniqueIdentifier: 'elsewhere' }),
    ).toBe(other);
    expect(() =>
      PorticoClientApp[porticoAppInternalsSymbol].fromClientJson({
        ...json,
        uniqueIdentifier: 'elsewhere',
        projectId: 'x',
      }),
    ).toThrow(PorticoAssertionError);
  });

  it('that holds tokens or a redirect function of its own is not handed to the browser', () => {
    const withTokens = new PorticoClientApp({
      ...keys,
      tokenStore: { accessToken: null, refreshToken: 'r' },
    });
    expect(() => withTokens[porticoAppInternalsSymbol].toClientJson()).toThrow(PorticoAssertionError);
    const withFunction = new PorticoClientApp({
      ...keys,
      tokenStore: 'memory',
      redirectMethod: { useNavigate: () => () => undefined },
    });
    expect(() => withFunction[porticoAppInternalsSymbol].toClientJson()).toThrow(PorticoAssertionError);
  });
});

describe('signing in with a password', () => {
  it('answers ok and keeps the session in the app’s store', async () => {
    api.on('POST /auth/password/sign-in', () => ({ json: signInAnswer() }));
    const app = clientApp();
    expect(await app.signInWithCredential({ email: 'a@b.co', password: 'x' })).toEqual({
      status: 'ok',
      data: undefined,
    });
    expect((await app.getAuthJson()).refreshToken).toBe('r1');
    expect((await clientApp().getAuthJson()).refreshToken).toBeNull();
  });

  it('gives the mismatch as the error of the result', async () => {
    api.on('POST /auth/password/sign-in', () => ({ error: { code: 'EMAIL_PASSWORD_MISMATCH' } }));
    const result = await clientApp().signInWithCredential({ email: 'a@b.co', password: 'x' });
    expect(result).toMatchObject({ status: 'error', error: { code: 'EMAIL_PASSWORD_MISMATCH' } });
  });

  it('throws what is not expected, and the second factor with its attempt code', async () => {
    api.on('POST /auth/password/sign-in', () => ({ error: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' } }));
    await expect(clientApp().signInWithCredential({ email: 'a@b.co', password: 'x' })).rejects.toMatchObject({
      code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    });
    api.on('POST /auth/password/sign-in', () => ({
      error: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details: { attempt_code: 'abc' } },
    }));
    await expect(clientApp().signInWithCredential({ email: 'a@b.co', password: 'x' })).rejects.toMatchObject({
      details: { attempt_code: 'abc' },
    });
  });

  it('needs a token store', async () => {
    const app = new PorticoClientApp({ ...keys, tokenStore: null });
    await expect(app.signInWithCredential({ email: 'a@b.co', password: 'x' })).rejects.toThrow('token store');
  });
});

describe('signing up with a password', () => {
  const credentials = { email: 'a@b.co', password: 'correct horse' };

  it('refuses both ways to treat the verification mail', async () => {
    const both = {
      ...credentials,
      noVerificationCallback: true,
      verificationCallbackUrl: 'https://x.test',
    } as never;
    await expect(clientApp().signUpWithCredential(both)).rejects.toThrow(
      /noVerificationCallback.*verificationCallbackUrl/,
    );
  });

  it('outside a browser asks for the callback', async () => {
    await expect(clientApp().signUpWithCredential(credentials)).rejects.toThrow('verificationCallbackUrl');
  });

  it('tries once more without a callback when it is not trusted', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    api.on('POST /auth/password/sign-up', ({ body }) =>
      'verification_callback_url' in (body as object)
        ? { error: { code: 'REDIRECT_URL_NOT_WHITELISTED' } }
        : { json: signInAnswer() },
    );
    const app = clientApp();
    const result = await app.signUpWithCredential({
      ...credentials,
      verificationCallbackUrl: 'https://evil.test',
    });
    expect(result).toEqual({ status: 'ok', data: undefined });
    expect(api.requests.map(({ body }) => body)).toEqual([
      { ...credentials, verification_callback_url: 'https://evil.test' },
      credentials,
    ]);
  });

  it.each([
    ['USER_EMAIL_ALREADY_EXISTS', 'UserWithEmailAlreadyExists'],
    ['PASSWORD_TOO_SHORT', 'PasswordRequirementsNotMet'],
  ] as const)('gives %s as the error of the result', async (code, name) => {
    api.on('POST /auth/password/sign-up', () => ({ error: { code } }));
    const result = await clientApp().signUpWithCredential({ ...credentials, noVerificationCallback: true });
    expect(result.status === 'error' && KnownErrors[name].isInstance(result.error)).toBe(true);
  });
});

describe('getUser', () => {
  it('is null without a request when nobody is signed in', async () => {
    expect(await clientApp().getUser()).toBeNull();
    expect(api.requests).toEqual([]);
    await expect(clientApp().getUser({ or: 'throw' })).rejects.toThrow('Nobody is signed in');
  });

  it('gives the user with its metadata untouched', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    expect(user).toMatchObject({
      displayName: 'Mira Okafor',
      signedUpAt: new Date(1_761_200_000_123),
      clientMetadata: { some_key: 1 },
      isMultiFactorRequired: false,
    });
    expect(user.toClientJson()).toEqual(userRead());
    expect(Object.isFrozen(user)).toBe(true);
    expect(() => (user as unknown as { user: unknown }).user).toThrow('already returns the user');
  });

  it('asks again each time', async () => {
    const app = await signedIn();
    await app.getUser();
    await app.getUser();
    expect(api.seen('GET /users/me')).toHaveLength(2);
  });

  it('takes an anonymous user for nobody, unless asked', async () => {
    api.on('POST /auth/anonymous/sign-up', () => ({ json: signInAnswer({ is_anonymous: true }) }));
    api.on('GET /users/me', () => ({ json: userRead({ is_anonymous: true }) }));
    const app = clientApp();
    const [one, two] = await Promise.all([
      app.getUser({ or: 'anonymous' }),
      app.getUser({ or: 'anonymous' }),
    ]);
    expect(one.isAnonymous && two.isAnonymous).toBe(true);
    expect(api.seen('POST /auth/anonymous/sign-up')).toHaveLength(1);
    expect(await app.getUser()).toBeNull();
    expect(await app.getUser({ or: 'anonymous-if-exists[deprecated]' })).not.toBeNull();
    expect(await app.getPartialUser({ from: 'token' })).toBeNull();
    expect(await app.getPartialUser({ from: 'token', or: 'anonymous' })).toMatchObject({
      id: 'user-1',
      isAnonymous: true,
    });

    api.on('DELETE /auth/sessions/current', () => ({ json: { success: true } }));
    await one.signOut();
    expect((await app.getAuthJson()).refreshToken).toBeNull();
  });

  it('of an app without store works with one at the call', async () => {
    await signedIn();
    const app = new PorticoClientApp({ ...keys, baseUrl: api.url, tokenStore: null });
    await expect((app as PorticoClientApp).getUser()).rejects.toThrow('token store');
    const tokenStore = { accessToken: accessTokenFor(600), refreshToken: null };
    expect(await app.getUser({ tokenStore })).not.toBeNull();
  });

  it('finds the same user from getAuthHeaders in another app', async () => {
    const headers = await (await signedIn()).getAuthHeaders();
    const request = {
      headers: { get: (name: string) => (name === 'x-stack-auth' ? headers['x-stack-auth'] : null) },
    };
    expect((await clientApp().getUser({ tokenStore: request }))?.id).toBe('user-1');
  });

  it('of a deleted user is null', async () => {
    const app = await signedIn();
    api.on('GET /users/me', () => ({ error: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } }));
    expect(await app.getUser()).toBeNull();
  });
});

describe('the signed-in user', () => {
  it('changes itself in the wire’s words', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    api.on('PATCH /users/me', () => ({ json: userRead() }));
    await user.update({
      displayName: 'M',
      clientMetadata: { keepMe: 1 },
      totpMultiFactorSecret: new Uint8Array([1, 2, 255]),
    });
    await user.setSelectedTeam(null);
    expect(api.seen('PATCH /users/me').map(({ body }) => body)).toEqual([
      { display_name: 'M', client_metadata: { keepMe: 1 }, totp_secret_base64: 'AQL/' },
      { selected_team_id: null },
    ]);
  });

  it('returns the refusal of a password change', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    api.on('POST /auth/password/update', () => ({ error: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } }));
    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toMatchObject({
      code: 'PASSWORD_CONFIRMATION_MISMATCH',
    });
    api.on('POST /auth/password/set', () => ({ json: { success: true } }));
    expect(await user.setPassword({ password: 'correct horse' })).toBeUndefined();
  });

  it('lists and revokes its sessions', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    api.on('GET /auth/sessions', () => ({
      json: {
        is_paginated: false,
        items: [
          { id: 's', user_id: 'user-1', created_at: 5, is_impersonation: false, is_current_session: true },
        ],
      },
    }));
    api.on('DELETE /auth/sessions/s', () => ({ error: { code: 'CANNOT_DELETE_CURRENT_SESSION' } }));
    expect(await user.getActiveSessions()).toMatchObject([
      { id: 's', createdAt: new Date(5), isCurrentSession: true },
    ]);
    await expect(user.revokeSession('s')).rejects.toMatchObject({ code: 'CANNOT_DELETE_CURRENT_SESSION' });
    expect(
      api.requests.filter(({ path }) => path.startsWith('/auth/sessions')).map(({ query }) => query),
    ).toEqual([{ user_id: 'me' }, { user_id: 'me' }]);
  });

  it('creates a team and selects it', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    const team = {
      id: 't1',
      display_name: 'Lumen Labs',
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    };
    api.on('POST /teams', () => ({ status: 201, json: team }));
    api.on('PATCH /users/me', () => ({ json: userRead() }));
    api.on('GET /teams', () => ({ json: { is_paginated: false, items: [team] } }));
    expect(await user.createTeam({ displayName: 'Lumen Labs' })).toMatchObject({
      id: 't1',
      displayName: 'Lumen Labs',
    });
    expect(api.seen('POST /teams')[0]?.body).toEqual({ display_name: 'Lumen Labs', creator_user_id: 'me' });
    expect(api.seen('PATCH /users/me')[0]?.body).toEqual({ selected_team_id: 't1' });
    expect(await user.getTeam('t1')).not.toBeNull();
    expect(await user.getTeam('t2')).toBeNull();
  });

  it('checks permissions of the project and of teams', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    api.on('GET /team-permissions', () => ({
      json: { is_paginated: false, items: [{ id: '$read_members', team_id: 't', user_id: 'u' }] },
    }));
    api.on('GET /project-permissions', () => ({ json: { is_paginated: false, items: [] } }));
    expect(await user.hasPermission({ id: 't' }, '$read_members')).toBe(true);
    expect(await user.hasPermission('beta')).toBe(false);
    expect(await user.listPermissions({ id: 't' }, { recursive: false })).toEqual([{ id: '$read_members' }]);
    expect(api.seen('GET /team-permissions').map(({ query }) => query)).toEqual([
      { user_id: 'me', recursive: 'true', team_id: 't' },
      { user_id: 'me', recursive: 'false', team_id: 't' },
    ]);
  });

  it('signs out, also when the session is gone already', async () => {
    const app = await signedIn();
    api.on('DELETE /auth/sessions/current', () => ({
      status: 401,
      error: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' },
    }));
    await app.signOut();
    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null });
    expect(api.seen('DELETE /auth/sessions/current')[0]?.body).toEqual({});
    await app.signOut();
    expect(api.requests).toHaveLength(1);
  });

  it('of project "internal" owns projects, each with an app of its own', async () => {
    const user = await (await signedIn()).getUser({ or: 'throw' });
    const id = '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21';
    api.on('GET /internal/projects', () => ({
      json: { is_paginated: false, items: [adminProjectRead(id)] },
    }));
    const [project] = await user.listOwnedProjects();
    expect(project).toMatchObject({
      id,
      displayName: 'Harbor',
      config: { emailConfig: { type: 'shared' } },
    });
    api.on('GET /users', () => ({
      json: { is_paginated: true, items: [serverUserRead()], pagination: { next_cursor: 'next' } },
    }));
    const users = await project?.app.listUsers({ limit: 1, query: '', desc: true });
    expect(users?.map((one) => one.serverMetadata)).toEqual([{ crm_id: 991 }]);
    expect(users?.nextCursor).toBe('next');
    expect(api.seen('GET /users')[0]).toMatchObject({
      query: { limit: '1', desc: 'true' },
      headers: {
        'x-stack-project-id': id,
        'x-stack-access-type': 'server',
        'x-stack-admin-access-token': expect.any(String) as string,
      },
    });
    expect((await user.listOwnedProjects())[0]?.app).toBe(project?.app);
  });
});

const adminProjectRead = (id: string) => ({
  id,
  display_name: 'Harbor',
  description: '',
  logo_url: null,
  full_logo_url: null,
  created_at_millis: 5,
  is_production_mode: false,
  owner_team_id: null,
  config: {
    ...projectRead().config,
    allow_localhost: true,
    create_team_on_sign_up: false,
    oauth_account_merge_strategy: 'link_method',
    oauth_providers: [{ provider_config_id: 'github', id: 'github', type: 'shared' }],
    domains: [
      { domain: 'http://localhost:3000', handler_path: '/handler' },
      { domain: 'https://10.0.0.1', handler_path: '/h' },
    ],
    email_config: { type: 'shared' },
    email_theme: 'theme',
    team_creator_default_permissions: [{ id: 'team_admin' }],
    team_member_default_permissions: [],
    user_default_permissions: [],
  },
});

describe('a server app', () => {
  it('finds users by id, or null', async () => {
    api.on('GET /users/user-1', () => ({ json: serverUserRead() }));
    api.on('GET /users/other', () => ({ status: 404, error: { code: 'USER_NOT_FOUND' } }));
    const app = serverApp();
    expect(await app.getUser('user-1')).toMatchObject({
      lastActiveAt: new Date(1_761_739_205_000),
      serverMetadata: { crm_id: 991 },
    });
    expect(await app.getUser('other')).toBeNull();
    expect(api.requests[0]?.headers['x-stack-access-token']).toBeUndefined();
  });

  it('creates and changes users with server fields', async () => {
    api.on('POST /users', () => ({ status: 201, json: serverUserRead() }));
    api.on('PATCH /users/user-1', () => ({ json: serverUserRead() }));
    const user = await serverApp().createUser({ primaryEmail: 'a@b.co', serverMetadata: { crmId: 1 } });
    await user.update({
      primaryEmailVerified: true,
      otpAuthEnabled: false,
      passkeyAuthEnabled: false,
      password: null,
    });
    await user.setPrimaryEmail('c@d.co', { verified: true });
    expect(api.requests.map(({ body }) => body)).toEqual([
      { primary_email: 'a@b.co', server_metadata: { crmId: 1 } },
      { primary_email_verified: true, otp_auth_enabled: false, passkey_auth_enabled: false, password: null },
      { primary_email: 'c@d.co', primary_email_verified: true },
    ]);
    await expect(user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).rejects.toThrow('setPassword');
  });

  it('grants permissions and manages sessions and members by id', async () => {
    api.on('GET /users/user-1', () => ({ json: serverUserRead() }));
    const user = await serverApp().getUser('user-1');
    api.on('POST /team-permissions/t/user-1/%24update_team', () => ({ status: 201, json: {} }));
    api.on('DELETE /project-permissions/user-1/a%3Ab', () => ({ json: { success: true } }));
    api.on('POST /auth/sessions', () => ({
      json: { access_token: accessTokenFor(600), refresh_token: 'r9' },
    }));
    api.on('DELETE /team-memberships/t/user-1', () => ({ json: { success: true } }));
    await user?.grantPermission({ id: 't' }, '$update_team');
    await user?.revokePermission('a:b');
    await user?.leaveTeam({ id: 't' });
    const session = await user?.createSession();
    expect((await session?.getTokens())?.refreshToken).toBe('r9');
    expect(api.seen('POST /auth/sessions')[0]?.body).toEqual({
      user_id: 'user-1',
      expires_in_millis: 31_536_000_000,
      is_impersonation: false,
    });
    expect(api.requests.every(({ headers }) => headers['x-stack-access-type'] === 'server')).toBe(true);
  });

  it('lists the members of a team as users', async () => {
    const team = {
      id: 't',
      display_name: 'L',
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
      created_at_millis: 1,
      server_metadata: 2,
    };
    api.on('GET /teams', () => ({ json: { is_paginated: false, items: [team] } }));
    api.on('GET /team-member-profiles', () => ({
      json: {
        is_paginated: false,
        items: [
          {
            team_id: 't',
            user_id: 'user-1',
            display_name: 'In team',
            profile_image_url: null,
            user: serverUserRead(),
          },
        ],
      },
    }));
    const [first] = (await (await serverApp().getTeam('t'))?.listUsers()) ?? [];
    expect(first).toMatchObject({ primaryEmail: 'mira@lumen.test', teamProfile: { displayName: 'In team' } });
    expect(() => (first as unknown as { user: unknown }).user).toThrow();
  });
});

describe('an admin app', () => {
  it('shows keys in full once, and tells why one is invalid', async () => {
    const base = { id: 'k', description: 'ci', created_at_millis: 1, expires_at_millis: Date.now() + 1_000 };
    api.on('POST /internal/api-keys', () => ({ json: { ...base, secret_server_key: 'ssk_1' } }));
    api.on('GET /internal/api-keys', () => ({
      json: {
        is_paginated: false,
        items: [
          {
            ...base,
            secret_server_key: { last_four: '106r' },
            expires_at_millis: 1,
            manually_revoked_at_millis: 2,
          },
          { ...base, manually_revoked_at_millis: 2 },
          base,
        ],
      },
    }));
    const app = adminApp();
    const expiresAt = new Date(5_000);
    const key = await app.createInternalApiKey({
      description: 'ci',
      expiresAt,
      hasPublishableClientKey: false,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    });
    expect(key).toMatchObject({ secretServerKey: 'ssk_1', manuallyRevokedAt: null });
    expect(api.requests[0]?.body).toEqual({
      description: 'ci',
      expires_at_millis: 5_000,
      has_publishable_client_key: false,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    });
    const keys = await app.listInternalApiKeys();
    expect(keys.map((one) => one.whyInvalid())).toEqual(['expired', 'manually-revoked', null]);
    expect(keys[0]).toMatchObject({ secretServerKey: { lastFour: '106r' }, publishableClientKey: null });
  });

  it('reads and changes its project and configuration', async () => {
    api.on('GET /internal/projects/current', () => ({ json: adminProjectRead('internal') }));
    api.on('PATCH /internal/projects/current', () => ({ json: {} }));
    api.on('GET /internal/config', () => ({ json: { config_string: '{"auth":{"allowSignUp":false}}' } }));
    api.on('PATCH /internal/config/override', () => ({ json: {} }));
    const project = await adminApp().getProject();
    await project.update({ displayName: 'H', description: undefined });
    const server = {
      type: 'resend',
      host: 'h',
      port: 1,
      username: 'u',
      password: 'p',
      senderName: 's',
      senderEmail: 'e',
    } as const;
    await project.update({
      config: {
        emailConfig: server,
        allowLocalhost: false,
        domains: [{ domain: 'https://a.test', handlerPath: '/h' }],
      },
    });
    await project.updateConfig({ 'auth.allowSignUp': false });
    expect((await project.getConfig()).auth).toEqual({ allowSignUp: false });
    expect(api.seen('PATCH /internal/projects/current').map(({ body }) => body)).toEqual([
      { display_name: 'H', config: {} },
      {
        config: {
          email_config: {
            type: 'standard',
            host: 'h',
            port: 1,
            username: 'u',
            password: 'p',
            sender_name: 's',
            sender_email: 'e',
          },
          allow_localhost: false,
          domains: [{ domain: 'https://a.test', handler_path: '/h' }],
        },
      },
    ]);
    expect(api.seen('PATCH /internal/config/override')[0]?.body).toEqual({
      config_override_string: '{"auth.allowSignUp":false}',
    });
    expect((await project.getProductionModeErrors()).map(({ message }) => message)).toEqual([
      "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
      'Localhost domains are not allowed to be trusted in production mode: http://localhost:3000',
      'Direct IPs are not valid for trusted domains in production mode: https://10.0.0.1',
    ]);
  });

  it('refuses a project that is not its own, and a configuration with holes', async () => {
    api.on('GET /internal/projects/current', () => ({ json: adminProjectRead('another') }));
    await expect(adminApp().getProject()).rejects.toBeInstanceOf(PorticoAssertionError);
    const holes = adminProjectRead('internal');
    api.on('GET /internal/projects/current', () => ({
      json: { ...holes, config: { ...holes.config, email_config: { type: 'standard', host: 'h' } } },
    }));
    await expect(adminApp().getProject()).rejects.toThrow('Email port is missing');
  });
});
