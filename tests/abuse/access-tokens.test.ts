/**
 * Nobody outside has a key that signs: tokens that are signed well and wrong in a claim — issuer, audience, `nbf`, a missing
 * `exp`, another `typ` — are shown at the verifier in gateway/src/access/access-token.test.ts, and tokens that have expired in
 * tests/src/wire/expiry.test.ts, whose deployment gives them seconds to live.
 */
import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, ok } from '../src/client.ts';
import { newProject, newUuid, ownerOf, type Project, type User } from '../src/project.ts';

let project: Project;
let other: Project;
let user: User;
let published: JsonWebKey[];
let foreign: JsonWebKey[];
const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const keysOf = async ({ id }: Project) =>
  (ok(await api('GET', `/projects/${id}/.well-known/jwks.json`)) as { keys: JsonWebKey[] }).keys;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  user = await project.signUp();
  [published, foreign] = await Promise.all([keysOf(project), keysOf(other)]);
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parsed = (text = '') =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
const header = () => parsed(user.access_token.split('.')[0]);
const claims = () => parsed(user.access_token.split('.')[1]);
/** Signed by the attacker, as ES256 has it. */
const forged = (head: object, body: object = claims()): string => {
  const signed = `${part(head)}.${part(body)}`;
  const key = { key: attacker.privateKey, dsaEncoding: 'ieee-p1363' as const };
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
};
const withHmac = (head: object, secret: string | Buffer): string => {
  const signed = `${part(head)}.${part(claims())}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
/** The real signature under other words. */
const altered = (head: object, body: object) =>
  `${part(head)}.${part(body)}.${user.access_token.split('.')[2]}`;
const embedded = () => attacker.publicKey.export({ format: 'jwk' });
const pem = () =>
  createPublicKey({ key: published[0]!, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
const kid = (keys: JsonWebKey[]) => keys[0]!.kid;
const later = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const forgeries: Record<string, () => string> = {
  'algorithm none': () => `${part({ alg: 'none' })}.${part(claims())}.`,
  'algorithm none in capitals, under a real key': () =>
    `${part({ alg: 'NONE', kid: kid(published) })}.${part(claims())}.`,
  'algorithm none and the signature kept': () => altered({ ...header(), alg: 'none' }, claims()),
  'HS256 keyed with the public key as PEM': () => withHmac({ ...header(), alg: 'HS256' }, pem()),
  'HS256 keyed with the public key as JWK': () =>
    withHmac({ ...header(), alg: 'HS256' }, JSON.stringify(published[0])),
  'HS256 keyed with nothing': () => withHmac({ ...header(), alg: 'HS256' }, ''),
  'a key of the attacker under the right kid': () => forged(header()),
  'an unknown kid': () => forged({ alg: 'ES256', kid: 'unknown00000' }),
  'a kid that is a path': () => forged({ alg: 'ES256', kid: '../../../../dev/null' }),
  'no kid': () => forged({ alg: 'ES256' }),
  'the kid of another project': () => forged({ alg: 'ES256', kid: kid(foreign) }),
  'the kid of another project over the real signature': () =>
    altered({ ...header(), kid: kid(foreign) }, claims()),
  'an embedded key': () => forged({ ...header(), jwk: embedded() }),
  'the address of a key': () => forged({ ...header(), jku: 'https://evil.example/jwks.json' }),
  'the address of a certificate': () => forged({ ...header(), x5u: 'https://evil.example/cert.pem' }),
  'a header that must be understood': () => altered({ ...header(), crit: ['b64'], b64: false }, claims()),
  'another type': () => altered({ ...header(), typ: 'refresh+jwt' }, claims()),
  'an expiry of the past': () => forged(header(), { ...claims(), exp: later(-60) }),
  'an expiry far away': () => altered(header(), { ...claims(), exp: later(1e9) }),
  'a beginning in the future': () => forged(header(), { ...claims(), nbf: later(3_600) }),
  'another audience': () => altered(header(), { ...claims(), aud: other.id }),
  'several audiences': () => altered(header(), { ...claims(), aud: [project.id, other.id] }),
  'no audience': () => altered(header(), { ...claims(), aud: undefined }),
  'the audience of anonymous users': () => altered(header(), { ...claims(), aud: `${project.id}:anon` }),
  'another issuer': () => forged(header(), { ...claims(), iss: 'https://evil.example' }),
  'another user': () => altered(header(), { ...claims(), sub: newUuid() }),
  'another role': () => altered(header(), { ...claims(), role: 'admin' }),
  'a signature of zeros': () => user.access_token.replace(/[^.]*$/, Buffer.alloc(64).toString('base64url')),
  'an empty signature': () => user.access_token.replace(/[^.]*$/, ''),
  'half a signature': () => user.access_token.slice(0, -43),
  'something after it': () => `${user.access_token}.${part({})}`,
  'the refresh token in its place': () => user.refresh_token,
};

describe('27 · an access token with', () => {
  it.each(Object.keys(forgeries))('%s is refused', async (name) => {
    const access_token = forgeries[name]!();
    const mine = await project.as('client', { access_token }).get('/users/me');
    expectKnown(mine, 401, 'UNPARSABLE_ACCESS_TOKEN');
    // Beside a server key too, which needs none.
    const users = await project.as('server', { access_token }).get('/users');
    expectKnown(users, 401, 'UNPARSABLE_ACCESS_TOKEN');
  });

  it('nothing wrong is accepted, so that the others are refused for what is wrong', async () => {
    expect(ok(await project.as('client', user).get('/users/me')).id).toBe(user.id);
  });
});

describe('27 · a good token in the wrong place', () => {
  it('is refused by another project', async () => {
    const details = { expected_project_id: other.id, actual_project_id: project.id };
    const answer = await other.as('client', user).get('/users/me');
    expectKnown(answer, 401, 'INVALID_PROJECT_FOR_ACCESS_TOKEN', details);
  });

  it('refreshes nothing and completes no device login', async () => {
    const headers = { 'x-stack-refresh-token': user.access_token };
    const refreshed = await project.client.post('/auth/sessions/current/refresh', undefined, { headers });
    expectKnown(refreshed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const { login_code } = ok(await project.client.post('/auth/cli'));
    const completed = await project.client.post('/auth/cli/complete', {
      login_code,
      refresh_token: user.access_token,
    });
    expectKnown(completed, 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });

  it('administers nothing: it is of a user of the project, not of an owner', async () => {
    const answer = await ownerOf(project.id, user).get('/internal/projects/current');
    expect(answer.status).toBe(401);
    for (const forge of ['a key of the attacker under the right kid', 'algorithm none']) {
      const forgery = await ownerOf(project.id, { access_token: forgeries[forge]!() }).get('/users');
      expect(forgery.status).toBe(401);
    }
  });

  it('is no key, and a key is no token', async () => {
    const headers = { 'x-stack-secret-server-key': user.access_token };
    const answer = await project.server.get('/users', { headers });
    expectKnown(answer, 401, 'INVALID_SECRET_SERVER_KEY', { project_id: project.id });
    const access_token = project.keys.secret_server_key;
    const mine = await project.as('client', { access_token }).get('/users/me');
    expectKnown(mine, 401, 'UNPARSABLE_ACCESS_TOKEN');
  });
});
