/** What each provider says, in the shape it says it, and what we make of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { answer, startProviderServer, type ProviderServer } from './testing/provider-server.ts';
import { signIn, start } from './testing/round-trip.ts';

let server: ProviderServer;
let identity: Harness;
let project: TestProject;
let count = 0;

const KEYS = { type: 'standard', client_id: 'the id', client_secret: 's:cr%t' };
const TENANT = '11111111-2222-4333-8444-555555555555';
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';
const ids = [
  'google', 'github', 'spotify', 'discord', 'gitlab', 'bitbucket', 'linkedin', 'apple', 'x', 'twitch',
]; // prettier-ignore

beforeAll(async () => {
  server = await startProviderServer();
  identity = await startIdentity('oauth_providers', { oauth_stand_ins: server.stand_ins });
  project = await identity.newProject({
    oauth_providers: [
      ...ids.map((id) => ({ id, ...KEYS })),
      { id: 'microsoft', ...KEYS, microsoft_tenant_id: TENANT },
      { id: 'facebook', ...KEYS, facebook_config_id: 'config-7' },
    ],
  });
});
afterAll(async () => {
  await identity?.stop();
  await server?.stop();
});
beforeEach(() => server.reset());

const BASIC = `Basic ${Buffer.from('the+id:s%3Acr%25t').toString('base64')}`;
const newEmail = () => `provider-${(count += 1)}@example.com`;
const seconds = () => Math.floor(identity.clock.now() / 1000);
const idToken = (issuer: string, sub: string, more: object = {}) =>
  server.sign({ iss: issuer, aud: KEYS.client_id, sub, iat: seconds(), exp: seconds() + 60, ...more });
const tokens = (more: object = {}) => ({ access_token: 'at', token_type: 'bearer', ...more });
const account = async (provider: string) => {
  const { user } = await signIn(identity, project, { provider });
  const { display_name, primary_email, primary_email_verified, profile_image_url, oauth_providers } = user;
  return {
    account_id: oauth_providers[0]?.account_id,
    display_name,
    email: primary_email,
    email_verified: primary_email_verified,
    image: profile_image_url,
  };
};
const authorized = (target: string) => expect(server.lastTo(target).headers.authorization).toBe('Bearer at');

describe('an account of', () => {
  it('Google is that of its userinfo, after its ID token was verified', async () => {
    const email = newEmail();
    server.on(
      'POST oauth2.googleapis.com/token',
      tokens({ expires_in: 3599, id_token: await idToken('https://accounts.google.com', '107') }),
    );
    server.on('GET www.googleapis.com/oauth2/v3/certs', server.jwks);
    server.on('GET openidconnect.googleapis.com/v1/userinfo', {
      sub: '107',
      name: 'Ada Byron',
      given_name: 'Ada',
      family_name: 'Byron',
      picture: 'https://lh3.googleusercontent.com/a/x=s96-c',
      email,
      email_verified: true,
      locale: 'en',
    });
    expect(await account('google')).toEqual({
      account_id: '107',
      display_name: 'Ada Byron',
      email,
      email_verified: true,
      image: 'https://lh3.googleusercontent.com/a/x=s96-c',
    });
    const asked = server.lastTo('POST oauth2.googleapis.com/token');
    expect(asked.headers.authorization).toBe(BASIC);
    expect(asked.form).toEqual({
      grant_type: 'authorization_code',
      code: 'provider-code',
      redirect_uri: 'https://api.example.com/api/v1/auth/oauth/callback/google',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    authorized('GET openidconnect.googleapis.com/v1/userinfo');
  });

  it('GitHub takes its primary address from a second call', async () => {
    const email = newEmail();
    server.on(
      'POST github.com/login/oauth/access_token',
      'access_token=at&scope=user%3Aemail&token_type=bearer',
    );
    server.on('GET api.github.com/user', {
      login: 'ada',
      id: 583231,
      name: 'Ada',
      email: null,
      avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
    });
    server.on('GET api.github.com/user/emails', [
      { email: 'other@example.com', primary: false, verified: true, visibility: null },
      { email, primary: true, verified: true, visibility: 'private' },
    ]);
    expect(await account('github')).toEqual({
      account_id: '583231',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://avatars.githubusercontent.com/u/583231?v=4',
    });
    expect(server.lastTo('GET api.github.com/user').headers).toMatchObject({
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Portico',
    });
  });

  it('GitHub without a primary address has none, and without the permission is refused', async () => {
    server.on('POST github.com/login/oauth/access_token', tokens());
    server.on('GET api.github.com/user', { id: 2 });
    server.on('GET api.github.com/user/emails', []);
    expect(await account('github')).toMatchObject({
      account_id: '2',
      email: undefined,
      email_verified: false,
    });
    server.on(
      'GET api.github.com/user/emails',
      answer(403, { message: 'Resource not accessible by integration' }),
    );
    await expect(account('github')).rejects.toMatchObject({ name: 'StatusError', status: 400 });
  });

  it('Microsoft is never verified, and of the configured directory', async () => {
    const email = newEmail();
    const issuer = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`;
    const token = async (tid: string, iss = issuer(tid)) =>
      tokens({ id_token: await idToken(iss, 'pairwise', { tid }) });
    const target = `POST login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`;
    server.on(target, await token(TENANT));
    server.on(`GET login.microsoftonline.com/${TENANT}/discovery/v2.0/keys`, server.jwks);
    server.on('GET graph.microsoft.com/v1.0/me', {
      id: 'oid-1',
      displayName: 'Ada',
      mail: null,
      userPrincipalName: email,
    });
    expect(await account('microsoft')).toEqual({
      account_id: 'oid-1',
      display_name: 'Ada',
      email,
      email_verified: false,
      image: undefined,
    });
    for (const [tid, iss] of [[CONSUMERS], [TENANT, issuer(CONSUMERS)], ['x/../y']] as [string, string?][]) {
      server.on(target, await token(tid, iss));
      await expect(account('microsoft')).rejects.toMatchObject({ status: 400 });
    }
  });

  it('Spotify is never verified', async () => {
    const email = newEmail();
    server.on('POST accounts.spotify.com/api/token', tokens({ expires_in: 3600 }));
    server.on('GET api.spotify.com/v1/me', {
      id: 'ada',
      display_name: 'Ada',
      email,
      images: [{ url: 'https://i.scdn.co/image/1', height: 300, width: 300 }],
    });
    expect(await account('spotify')).toEqual({
      account_id: 'ada',
      display_name: 'Ada',
      email,
      email_verified: false,
      image: 'https://i.scdn.co/image/1',
    });
  });

  it('Facebook is never verified, and needs an address', async () => {
    const email = newEmail();
    server.on(
      'POST graph.facebook.com/v20.0/oauth/access_token',
      tokens({ id_token: await idToken('https://www.facebook.com', '10') }),
    );
    server.on('GET www.facebook.com/.well-known/oauth/openid/jwks', server.jwks);
    server.on('GET graph.facebook.com/v3.2/me', { id: '10', name: 'Ada', email });
    server.on('GET graph.facebook.com/v3.2/10', {
      id: '10',
      picture: {
        data: { height: 50, is_silhouette: false, url: 'https://platform-lookaside.fbsbx.com/x', width: 50 },
      },
    });
    expect(await account('facebook')).toEqual({
      account_id: '10',
      display_name: 'Ada',
      email,
      email_verified: false,
      image: 'https://platform-lookaside.fbsbx.com/x',
    });
    expect(server.lastTo('GET graph.facebook.com/v3.2/me').query).toBe('?fields=id,name,email');
    server.on('GET graph.facebook.com/v3.2/me', { id: '11', name: 'Ada' });
    await expect(account('facebook')).rejects.toMatchObject({ status: 400 });
  });

  it('Discord builds the address of its image, moving or not', async () => {
    const [email, other] = [newEmail(), newEmail()];
    server.on('POST discord.com/api/oauth2/token', tokens({ expires_in: 604800 }));
    server.on('GET discord.com/api/users/@me', {
      id: '80351110224678912',
      username: 'ada',
      global_name: 'Ada',
      avatar: 'a_8342',
      verified: true,
      email,
    });
    expect(await account('discord')).toEqual({
      account_id: '80351110224678912',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://cdn.discordapp.com/avatars/80351110224678912/a_8342.gif',
    });
    server.on('GET discord.com/api/users/@me', {
      id: '2',
      username: 'bob',
      global_name: null,
      avatar: null,
      verified: false,
      email: other,
    });
    expect(await account('discord')).toEqual({
      account_id: '2',
      display_name: 'bob',
      email: other,
      email_verified: false,
      image: undefined,
    });
  });

  it('GitLab is verified by the confirmed entry of its address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    server.on('POST gitlab.com/oauth/token', tokens({ expires_in: 7200 }));
    server.on('GET gitlab.com/api/v4/user', {
      id: 5,
      name: 'Ada',
      email,
      avatar_url: 'https://gitlab.com/uploads/a.png',
    });
    server.on('GET gitlab.com/api/v4/user/emails', [
      { id: 1, email, confirmed_at: '2021-03-26T19:07:56.248Z' },
    ]);
    expect(await account('gitlab')).toEqual({
      account_id: '5',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://gitlab.com/uploads/a.png',
    });
    server.on('GET gitlab.com/api/v4/user', { id: 6, name: 'Bob', email: other });
    expect(await account('gitlab')).toMatchObject({ account_id: '6', email: other, email_verified: false });
  });

  it('Bitbucket has its primary address, not its first', async () => {
    const email = newEmail();
    server.on('POST bitbucket.org/site/oauth2/access_token', tokens({ expires_in: 7200 }));
    server.on('GET api.bitbucket.org/2.0/user', {
      account_id: '557058:1',
      display_name: 'Ada',
      links: { avatar: { href: 'https://secure.gravatar.com/a' } },
    });
    server.on('GET api.bitbucket.org/2.0/user/emails', {
      values: [
        { email: 'first@example.com', is_primary: false, is_confirmed: true },
        { email, is_primary: true, is_confirmed: true },
      ],
    });
    expect(await account('bitbucket')).toEqual({
      account_id: '557058:1',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://secure.gravatar.com/a',
    });
  });

  it('LinkedIn wants its secret in the form and no PKCE', async () => {
    const email = newEmail();
    server.on(
      'POST www.linkedin.com/oauth/v2/accessToken',
      tokens({ expires_in: 5184000, id_token: await idToken('https://www.linkedin.com/oauth', 'li-1') }),
    );
    server.on('GET www.linkedin.com/oauth/openid/jwks', server.jwks);
    server.on('GET api.linkedin.com/v2/userinfo', {
      sub: 'li-1',
      name: 'Ada',
      email,
      email_verified: true,
      picture: 'https://media.licdn.com/x',
    });
    expect(await account('linkedin')).toEqual({
      account_id: 'li-1',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://media.licdn.com/x',
    });
    const { form, headers } = server.lastTo('POST www.linkedin.com/oauth/v2/accessToken');
    expect(headers.authorization).toBeUndefined();
    expect(form).toMatchObject({ client_id: KEYS.client_id, client_secret: KEYS.client_secret });
    expect(form).not.toHaveProperty('code_verifier');
    const { authorization } = await start(identity, project, { provider: 'linkedin' });
    expect(authorization.searchParams.has('code_challenge')).toBe(false);
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('Apple is its ID token; email_verified %j means %j', async (email_verified, expected) => {
    const email = newEmail();
    server.on(
      'POST appleid.apple.com/auth/token',
      tokens({
        expires_in: 3600,
        id_token: await idToken('https://appleid.apple.com', `apple-${count}`, { email, email_verified }),
      }),
    );
    server.on('GET appleid.apple.com/auth/keys', server.jwks);
    expect(await account('apple')).toEqual({
      account_id: `apple-${count}`,
      display_name: undefined,
      email,
      email_verified: expected,
      image: undefined,
    });
    expect(server.lastTo('POST appleid.apple.com/auth/token').form).toMatchObject({
      client_secret: KEYS.client_secret,
    });
  });

  it('X has no address', async () => {
    server.on('POST api.x.com/2/oauth2/token', tokens({ expires_in: 7200 }));
    server.on('GET api.x.com/2/users/me', {
      data: { id: '2244994945', username: 'ada', profile_image_url: 'https://pbs.twimg.com/1.jpg' },
    });
    expect(await account('x')).toEqual({
      account_id: '2244994945',
      display_name: 'ada',
      email: undefined,
      email_verified: false,
      image: 'https://pbs.twimg.com/1.jpg',
    });
  });

  it('Twitch is always verified, and asked with the client id', async () => {
    const email = newEmail();
    server.on('POST id.twitch.tv/oauth2/token', tokens({ expires_in: 14124, scope: ['user:read:email'] }));
    server.on('GET api.twitch.tv/helix/users', {
      data: [
        {
          id: '141981764',
          login: 'ada',
          display_name: 'Ada',
          email,
          profile_image_url: 'https://static-cdn.jtvnw.net/a.png',
        },
      ],
    });
    expect(await account('twitch')).toEqual({
      account_id: '141981764',
      display_name: 'Ada',
      email,
      email_verified: true,
      image: 'https://static-cdn.jtvnw.net/a.png',
    });
    expect(server.lastTo('GET api.twitch.tv/helix/users').headers['client-id']).toBe(KEYS.client_id);
  });
});

describe('the authorization URL of', () => {
  const names = ['client_id', 'scope', 'response_type', 'redirect_uri', 'code_challenge_method', 'code_challenge', 'state', 'access_type', 'prompt']; // prettier-ignore
  it.each([
    [
      'google',
      'https://accounts.google.com/o/oauth2/v2/auth',
      'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      { include_granted_scopes: 'true' },
    ],
    ['github', 'https://github.com/login/oauth/authorize', 'user:email', {}],
    [
      'microsoft',
      `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/authorize`,
      'User.Read openid',
      {},
    ],
    ['spotify', 'https://accounts.spotify.com/authorize', 'user-read-email user-read-private', {}],
    [
      'facebook',
      'https://facebook.com/v20.0/dialog/oauth/',
      'openid public_profile email',
      { config_id: 'config-7' },
    ],
    ['discord', 'https://discord.com/oauth2/authorize', 'identify email', {}],
    ['gitlab', 'https://gitlab.com/oauth/authorize', 'read_user', {}],
    ['bitbucket', 'https://bitbucket.org/site/oauth2/authorize', 'account email', {}],
    ['apple', 'https://appleid.apple.com/auth/authorize', 'name email', { response_mode: 'form_post' }],
    ['x', 'https://twitter.com/i/oauth2/authorize', 'users.read offline.access tweet.read', {}],
    ['twitch', 'https://id.twitch.tv/oauth2/authorize', 'user:read:email', {}],
  ] as [string, string, string, Record<string, string>][])(
    '%s is its own, with its scopes and extras at the end',
    async (...[provider, address, scope, extras]) => {
      const { authorization, is_form_post, inner_state } = await start(identity, project, { provider });
      expect(authorization.origin + authorization.pathname).toBe(address);
      expect([...authorization.searchParams.keys()]).toEqual([...names, ...Object.keys(extras)]);
      expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
        client_id: KEYS.client_id,
        scope,
        state: inner_state,
        redirect_uri: `https://api.example.com/api/v1/auth/oauth/callback/${provider}`,
        ...extras,
      });
      expect(is_form_post).toBe(provider === 'apple');
    },
  );

  it('Microsoft without a directory is that of private accounts', async () => {
    const own = await identity.newProject({ oauth_providers: [{ id: 'microsoft', ...KEYS }] });
    const { authorization } = await start(identity, own, { provider: 'microsoft' });
    expect(authorization.pathname).toBe('/consumers/oauth2/v2.0/authorize');
  });
});
