import { systemCall } from '@portico/platform/call';
import { exportSPKI, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { startProviderServer, type ProviderServer } from './testing/provider-server.ts';
import { finish, start } from './testing/round-trip.ts';

const ISSUER = 'https://id.example.com';
const CLIENT_ID = 'our client';
const metadata = (more: object = {}) => ({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/jwks`,
  scopes_supported: ['openid', 'offline_access'],
  ...more,
});

let server: ProviderServer;
let identity: Harness;
let project: TestProject;
let count = 0;

const configure = (of: TestProject, issuerUrl: string, id = 'company') =>
  identity.config.overrideConfig(
    {
      config_override_string: JSON.stringify({
        [`auth.oauth.providers.${id}`]: {
          type: 'oidc',
          isShared: false,
          clientId: CLIENT_ID,
          clientSecret: 'secret',
          issuerUrl,
          allowSignIn: true,
          allowConnectedAccounts: true,
        },
      }),
    },
    of.admin,
  );

beforeAll(async () => {
  server = await startProviderServer();
  identity = await startIdentity('oauth_id_token', { oauth_stand_ins: server.stand_ins });
  project = await identity.newProject();
  await configure(project, `${ISSUER}/`);
});
afterAll(async () => {
  await identity?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.reset();
  server.on('GET id.example.com/.well-known/openid-configuration', metadata());
  server.on('GET id.example.com/jwks', server.jwks);
});

const seconds = () => Math.floor(identity.clock.now() / 1000);
const claimsFor = (sub: string, nonce: string | null) => ({
  iss: ISSUER,
  aud: CLIENT_ID,
  sub,
  iat: seconds(),
  exp: seconds() + 60,
  ...(nonce === null ? {} : { nonce }),
});

/** A sign-in with an ID token made from the nonce that the provider was sent. */
const signInWithToken = async (
  make: (claims: ReturnType<typeof claimsFor>) => Promise<string> | string,
  userInfo: object = {},
) => {
  const sub = `sub-${(count += 1)}`;
  const { inner_state, authorization } = await start(identity, project, { provider: 'company' });
  const id_token = await make(claimsFor(sub, authorization.searchParams.get('nonce')));
  server.on('POST id.example.com/token', { access_token: 'at', id_token });
  server.on('GET id.example.com/userinfo', { sub, name: 'Ada', email_verified: true, ...userInfo });
  return finish(identity, { provider: 'company' }, inner_state);
};
const refused = expect.objectContaining({ name: 'StatusError', status: 400 }) as object;

describe('an OpenID provider of a project’s own', () => {
  it('is found by its issuer URL, with its key as the callback, and signs in', async () => {
    const { authorization } = await start(identity, project, { provider: 'company' });
    expect(authorization.href.startsWith(`${ISSUER}/authorize?`)).toBe(true);
    expect(authorization.searchParams.get('redirect_uri')).toBe(
      'https://api.example.com/api/v1/auth/oauth/callback/company',
    );
    expect(authorization.searchParams.get('scope')).toBe('openid email profile offline_access');
    const target = await signInWithToken(server.sign, { email: 'ada@company.example' });
    expect(target.searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is listed to applications by its key', async () => {
    const { config } = await identity.projects.getProject({}, project.client());
    expect(config?.enabled_oauth_providers).toEqual([{ id: 'company' }]);
  });

  it('the same account id from two of them are two people', async () => {
    const own = await identity.newProject();
    await configure(own, ISSUER, 'one');
    await configure(own, ISSUER, 'two');
    const users = [];
    for (const provider of ['one', 'two']) {
      server.on('GET id.example.com/userinfo', { sub: 'same' });
      const {
        inner_state,
        authorization,
        verifier: code_verifier,
      } = await start(identity, own, { provider });
      const nonce = authorization.searchParams.get('nonce');
      server.on('POST id.example.com/token', {
        access_token: 'at',
        id_token: await server.sign(claimsFor('same', nonce)),
      });
      const target = await finish(identity, { provider }, inner_state);
      const code = target.searchParams.get('code') ?? '';
      const redirect_uri = target.origin + target.pathname;
      const tokens = await identity.oauth.exchangeAuthorizationCode(
        { code, redirect_uri, code_verifier },
        own.client(),
      );
      users.push(tokens);
    }
    expect(users.map(({ is_new_user }) => is_new_user)).toEqual([true, true]);
  });

  it('whose metadata name another issuer, or come from a private address, is refused', async () => {
    const own = await identity.newProject();
    await configure(own, 'https://id.example.com/tenant', 'other');
    server.on('GET id.example.com/tenant/.well-known/openid-configuration', metadata());
    await expect(start(identity, own, { provider: 'other' })).rejects.toEqual(refused);
    for (const issuer of [
      'https://169.254.169.254',
      'https://127.0.0.1:9/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://localhost/',
      'http://id.example.org/',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      await configure(own, issuer, 'inner');
      await expect(start(identity, own, { provider: 'inner' }), issuer).rejects.toEqual(refused);
    }
    await configure(own, 'https://id.example.com/keys', 'keys');
    const inside = metadata({ issuer: `${ISSUER}/keys`, jwks_uri: 'https://169.254.169.254/keys' });
    server.on('GET id.example.com/keys/.well-known/openid-configuration', inside);
    const { inner_state, authorization } = await start(identity, own, { provider: 'keys' });
    const claims = { ...claimsFor('x', authorization.searchParams.get('nonce')), iss: `${ISSUER}/keys` };
    server.on('POST id.example.com/token', { access_token: 'at', id_token: await server.sign(claims) });
    await expect(finish(identity, { provider: 'keys' }, inner_state)).rejects.toEqual(refused);
  });
});

describe('an ID token is refused', () => {
  type Claims = ReturnType<typeof claimsFor>;
  it.each([
    ['of another audience', (claims: Claims) => server.sign({ ...claims, aud: 'another client' })],
    [
      'made for another party of several',
      (claims: Claims) => server.sign({ ...claims, aud: [CLIENT_ID, 'b'], azp: 'b' }),
    ],
    ['of another issuer', (claims: Claims) => server.sign({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', (claims: Claims) => server.sign({ ...claims, exp: seconds() - 120 })],
    ['that never expires', ({ exp: _, ...claims }: Claims) => server.sign(claims)],
    ['that is not valid yet', (claims: Claims) => server.sign({ ...claims, nbf: seconds() + 600 })],
    ['of another round trip', (claims: Claims) => server.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ iss, aud, sub, iat, exp }: Claims) => server.sign({ iss, aud, sub, iat, exp })],
    ['without a subject', ({ sub: _, ...claims }: Claims) => server.sign(claims)],
    ['with an unknown key', (claims: Claims) => server.sign(claims, { kid: 'unknown' })],
    ['that is nonsense', () => 'nonsense'],
    [
      'without a signature',
      (claims: Claims) => {
        const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
        return `${encode({ alg: 'none' })}.${encode(claims)}.`;
      },
    ],
    [
      'signed with the public key as a secret',
      async (claims: Claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'k' })
          .sign(new TextEncoder().encode(await exportSPKI(server.publicKey))),
    ],
    [
      'signed with our own client secret',
      (claims: Claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('secret'.repeat(6))),
    ],
  ] as [string, (claims: Claims) => Promise<string> | string][])('%s', async (_, make) => {
    await expect(signInWithToken(make)).rejects.toEqual(refused);
  });

  it('that is missing, and one about somebody else than the userinfo', async () => {
    const { inner_state } = await start(identity, project, { provider: 'company' });
    server.on('POST id.example.com/token', { access_token: 'at' });
    await expect(finish(identity, { provider: 'company' }, inner_state)).rejects.toEqual(refused);
    await expect(signInWithToken(server.sign, { sub: 'somebody else' })).rejects.toEqual(refused);
  });
});

describe('an address that is not surely the person’s own', () => {
  const claimedBy = async (email: string) => {
    await project.createUser({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
  };
  it.each([[false], [undefined], [null], ['true'], [1], [{}]])(
    'email_verified %j never merges',
    async (email_verified) => {
      const email = `victim-${(count += 1)}@company.example`;
      await claimedBy(email);
      await expect(signInWithToken(server.sign, { email, email_verified })).rejects.toMatchObject({
        code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
        details: { contact_channel_value: email, would_work_if_email_was_verified: false },
      });
    },
  );

  it('a plus alias is another address, and a look-alike is no address', async () => {
    await claimedBy('kelvin@company.example');
    expect(
      (await signInWithToken(server.sign, { email: 'kelvin+x@company.example' })).searchParams.get('code'),
    ).not.toBeNull();
    for (const email of [
      '\u212Aelvin@company.example',
      'kelvin@c\u043Empany.example',
      'kelvin@company.example\0',
      'no address',
    ])
      await expect(signInWithToken(server.sign, { email }), email).rejects.toEqual(refused);
  });

  it('a state that nobody made is refused', async () => {
    const call = systemCall('');
    const request = { provider_id: 'company', inner_state: 'nobody', parameters: {} };
    await expect(identity.oauth.finishOAuth(request, call)).rejects.toEqual(refused);
  });
});

it('a round trip that takes longer than ten minutes is over', async () => {
  const { inner_state } = await start(identity, project, { provider: 'company' });
  identity.clock.advance(600_000);
  await expect(finish(identity, { provider: 'company' }, inner_state)).rejects.toMatchObject({
    code: 'OUTER_OAUTH_TIMEOUT',
  });
  const told = { provider: 'company', error_redirect_url: 'http://localhost:3000/error' };
  const second = await start(identity, project, told);
  identity.clock.advance(600_000);
  const target = await finish(identity, told, second.inner_state);
  expect(target.searchParams.get('errorCode')).toBe('OUTER_OAUTH_TIMEOUT');
});

it('an authorization code of ours is worth nothing after five minutes', async () => {
  const { inner_state, authorization, verifier } = await start(identity, project, { provider: 'company' });
  const id_token = await server.sign(claimsFor('late', authorization.searchParams.get('nonce')));
  server.on('POST id.example.com/token', { access_token: 'at', id_token });
  server.on('GET id.example.com/userinfo', { sub: 'late' });
  const target = await finish(identity, { provider: 'company' }, inner_state);
  const code = target.searchParams.get('code') ?? '';
  identity.clock.advance(300_000);
  const exchange = { code, redirect_uri: target.origin + target.pathname, code_verifier: verifier };
  await expect(identity.oauth.exchangeAuthorizationCode(exchange, project.client())).rejects.toMatchObject({
    code: 'INVALID_AUTHORIZATION_CODE',
  });
});
