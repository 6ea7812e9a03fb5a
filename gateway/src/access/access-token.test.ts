import { sql } from '@portico/platform/db/sql';
import { createFakeClock } from '@portico/platform/testing/clock';
import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStack, type Stack } from '../testing/stack.ts';
import { createTokenVerifier, type TokenVerifier } from './access-token.ts';
import { createJwks, type Jwks } from './jwks.ts';

const PROJECT = '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21';
const OTHER = 'c2f7e3a4-90d1-4b6c-a1e8-5d2f4b7c9e10';
const ORIGIN = 'https://api.example.com';
const START = 1_700_000_000_000;

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const regular = newKey();
const anonymous = newKey();
const foreign = newKey();

let stack: Stack;
let jwks: Jwks;
/** The identity service publishes it, as it would one of its own, whose private half nobody else has. */
const publish = (project_id: string, audience: string, [kid, key]: [string, KeyObject]) =>
  sql(stack.databases.identity).execute(
    `insert into signing_keys
     (project_id, audience, state, kid, public_jwk, private_key_sealed, created_at_millis, state_since_millis)
     values ($1, $2, 'active', $3, $4, 'with the test', $5, $5)`,
    [project_id, audience, kid, JSON.stringify(key.export({ format: 'jwk' })), Date.now()],
  );
beforeAll(async () => {
  stack = await startStack('gateway-access-token');
  await publish(PROJECT, 'regular', ['regular', regular.publicKey]);
  await publish(PROJECT, 'anonymous', ['anonymous', anonymous.publicKey]);
  await publish(OTHER, 'regular', ['foreign', foreign.publicKey]);
  jwks = createJwks({ services: stack.services, clock });
});
afterAll(() => stack?.stop());

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const claims = {
  sub: '0b6d3c52-8f1e-4d7c-a0b5-4f4e5a9e6d21',
  iss: `${ORIGIN}/api/v1/projects/${PROJECT}`,
  aud: PROJECT,
  iat: START / 1000,
  exp: START / 1000 + 600,
  project_id: PROJECT,
  branch_id: 'main',
  refresh_token_id: 'b7a5f1de-6c0e-4f5f-9a64-0d8f7b0c2e31',
  role: 'authenticated',
  is_anonymous: false,
};
const header = { alg: 'ES256', kid: 'regular' };
const anonymousClaims = {
  ...claims,
  iss: `${ORIGIN}/api/v1/projects-anonymous-users/${PROJECT}`,
  aud: `${PROJECT}:anon`,
  is_anonymous: true,
};

const token = (head: object, body: object, key: KeyObject = regular.privateKey): string => {
  const signed = `${part(head)}.${part(body)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

const hmacToken = (): string => {
  const signed = `${part({ alg: 'HS256', kid: 'regular' })}.${part(claims)}`;
  const secret = createPublicKey(regular.privateKey).export({ type: 'spki', format: 'pem' });
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

const clock = createFakeClock(START);
let tokens: TokenVerifier;
beforeEach(() => {
  tokens = createTokenVerifier({ jwks, clock, public_url: `${ORIGIN}/` });
});

const kind = async (jwt: string) => (await tokens.verify(jwt)).kind;

describe('an access token', () => {
  it('names project, user and session', async () => {
    expect(await tokens.verify(token(header, claims))).toEqual({
      kind: 'valid',
      token: {
        project_id: PROJECT,
        user_id: claims.sub,
        session_id: claims.refresh_token_id,
        is_anonymous: false,
        expires_at_millis: claims.exp * 1000,
      },
    });
  });

  it('of an anonymous user has keys, issuer and audience of its own', async () => {
    const jwt = token({ alg: 'ES256', kid: 'anonymous' }, anonymousClaims, anonymous.privateKey);
    expect(await tokens.verify(jwt)).toMatchObject({ kind: 'valid', token: { is_anonymous: true } });
  });

  it('expires to the millisecond, also when it was seen before', async () => {
    const short = token(header, { ...claims, exp: START / 1000 + 1 });
    const moving = createFakeClock(START + 999);
    const verifier = createTokenVerifier({ jwks, clock: moving, public_url: ORIGIN });
    expect((await verifier.verify(short)).kind).toBe('valid');
    moving.advance(1);
    const verdict = { kind: 'expired', expired_at_millis: START + 1000, is_anonymous: false };
    expect(await verifier.verify(short)).toEqual(verdict);
    expect(await verifier.verify(short)).toEqual(verdict);
    expect(await kind(token(header, { ...claims, exp: START / 1000 }))).toBe('expired');
  });

  const attacks: [string, () => string][] = [
    ['garbage', () => '12341234'],
    ['two parts', () => 'a.b'],
    ['no JSON', () => 'a.b.c'],
    ['algorithm none', () => `${part({ alg: 'none', kid: 'regular' })}.${part(claims)}.`],
    ['HS256 with the public key as secret', hmacToken],
    ['ES384 in the header', () => token({ alg: 'ES384', kid: 'regular' }, claims)],
    ['no key id', () => token({ alg: 'ES256' }, claims)],
    ['an unknown key id', () => token({ alg: 'ES256', kid: 'unknown' }, claims)],
    [
      'an embedded key',
      () =>
        token({ ...header, jwk: foreign.publicKey.export({ format: 'jwk' }) }, claims, foreign.privateKey),
    ],
    ['a key address', () => token({ ...header, jku: 'https://evil.example/jwks.json' }, claims)],
    ['another type', () => token({ ...header, typ: 'refresh+jwt' }, claims)],
    ['the key of another project', () => token({ alg: 'ES256', kid: 'foreign' }, claims, foreign.privateKey)],
    ['a foreign signature', () => token(header, claims, foreign.privateKey)],
    ['changed claims', () => token(header, claims).replace(part(claims), part({ ...claims, sub: OTHER }))],
    [
      'a DER signature',
      () => {
        const signed = `${part(header)}.${part(claims)}`;
        return `${signed}.${sign('sha256', Buffer.from(signed), regular.privateKey).toString('base64url')}`;
      },
    ],
    ['no signature', () => token(header, claims).replace(/[^.]*$/, '')],
    [
      'another issuer',
      () => token(header, { ...claims, iss: `https://evil.example/api/v1/projects/${PROJECT}` }),
    ],
    [
      "another project's issuer",
      () => token(header, { ...claims, iss: `${ORIGIN}/api/v1/projects/${OTHER}` }),
    ],
    ['another issuer, expired', () => token(header, { ...claims, iss: 'https://evil.example', exp: 1 })],
    ['an audience list', () => token(header, { ...claims, aud: [PROJECT] })],
    ['no audience', () => token(header, { ...claims, aud: undefined })],
    ['an audience that is no project', () => token(header, { ...claims, aud: 'https://evil.example' })],
    ['anonymity without its audience', () => token(header, { ...claims, is_anonymous: true })],
    ['the anonymous audience with a regular key', () => token(header, anonymousClaims)],
    ['the anonymous issuer on a regular token', () => token(header, { ...claims, iss: anonymousClaims.iss })],
    ['the id of another project', () => token(header, { ...claims, project_id: OTHER })],
    ['another branch', () => token(header, { ...claims, branch_id: 'dev' })],
    ['a time before which it is not valid', () => token(header, { ...claims, nbf: START / 1000 + 60 })],
    ['no expiry', () => token(header, { ...claims, exp: undefined })],
    ['no session', () => token(header, { ...claims, refresh_token_id: undefined })],
    ['an overlong text', () => token(header, { ...claims, name: 'x'.repeat(9_000) })],
  ];

  it.each(attacks)('is refused with %s', async (_name, forge) =>
    expect(await kind(forge())).toBe('unparsable'),
  );
});
