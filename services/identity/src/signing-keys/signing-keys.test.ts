import { sql } from '@portico/platform/db/sql';
import { StartError } from '@portico/platform/errors';
import { createKeyring, newKeyringEntry } from '@portico/platform/keyring';
import { decodeProtectedHeader, createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { requireKnownKeys } from './require-known-keys.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';

let identity: Harness;
let project: TestProject;

const HOUR = 3_600_000;

beforeAll(async () => {
  identity = await startIdentity('signing_keys', { env: { PORTICO_SIGNING_KEY_ROTATION: '30d' } });
  project = await identity.newProject();
});
afterAll(() => identity?.stop());

const jwks = async (include_anonymous = false, call = project.system) =>
  (await identity.signing_keys.getJwks({ include_anonymous }, call)).keys;
const kids = async () => (await jwks()).map((key) => key.kid).sort();
const rotate = () =>
  rotateSigningKeys({
    db: identity.db,
    keyring: identity.keyring,
    clock: identity.clock,
    config: identity.config_values,
  })();
const newToken = async () => {
  const { id } = await project.createUser({});
  const request = { user_id: id, expires_in_millis: 1000, is_impersonation: false };
  return (await identity.sessions.createSession(request, project.server)).access_token;
};
const verify = async (token: string) =>
  jwtVerify(token, createLocalJWKSet({ keys: await jwks() } as never), {
    currentDate: new Date(identity.clock.now()),
  });

describe('published keys', () => {
  it('are two for regular users and two more for anonymous ones, with six members each', async () => {
    expect(await jwks()).toHaveLength(2);
    const all = await jwks(true);
    expect(new Set(all.map((key) => key.kid)).size).toBe(4);
    for (const key of all) {
      const coordinate = expect.stringMatching(/^[\w-]{43}$/);
      const kid = expect.stringMatching(/^[\w-]{12}$/);
      expect(key).toStrictEqual({ kty: 'EC', crv: 'P-256', alg: 'ES256', x: coordinate, y: coordinate, kid });
    }
  });

  it('are of one project, and none for an unknown one', async () => {
    const other = await identity.newProject();
    const theirs = (await jwks(true, other.system)).map((key) => key.kid);
    expect((await jwks(true)).map((key) => key.kid).filter((kid) => theirs.includes(kid))).toEqual([]);
    const unknown = identity.testProject('unknown').system;
    await expect(jwks(false, unknown)).rejects.toMatchObject({ code: 'CURRENT_PROJECT_NOT_FOUND' });
  });

  it('leave their private halves sealed, each to its project', async () => {
    const [row] = await sql(identity.db).query<{ private_key_sealed: string }>(
      'select private_key_sealed from signing_keys',
    );
    expect(row?.private_key_sealed).toMatch(/^k1\./);
    const other = await identity.newProject();
    await sql(identity.db).execute(
      `update signing_keys k set private_key_sealed = o.private_key_sealed from signing_keys o
       where k.project_id = $1 and o.project_id = $2 and k.audience = o.audience and k.state = o.state`,
      [other.id, project.id],
    );
    const { id } = await other.createUser({});
    const request = { user_id: id, expires_in_millis: 1000, is_impersonation: false };
    await expect(identity.sessions.createSession(request, other.server)).rejects.toMatchObject({
      name: 'InternalError',
    });
  });
});

describe('rotation', () => {
  it('uses the key that was published before, keeps the old one while its tokens live, and publishes two at any time', async () => {
    const before = await kids();
    const oldToken = await newToken();
    const oldKid = decodeProtectedHeader(oldToken).kid as string;
    await rotate();
    expect(await kids()).toEqual(before);

    identity.clock.advance(30 * 24 * HOUR + 1);
    const lastToken = await newToken();
    await rotate();
    const newToken1 = await newToken();
    const newKid = decodeProtectedHeader(newToken1).kid as string;
    expect(newKid).not.toBe(oldKid);
    expect(before).toContain(newKid);
    expect(await kids()).toEqual(before);
    await verify(lastToken);
    await verify(newToken1);

    identity.clock.advance(5 * 60_000);
    await rotate();
    expect(await kids()).toEqual(before);
    identity.clock.advance(7 * 60_000);
    await rotate();
    const after = await kids();
    expect(after).toHaveLength(2);
    expect(after).toContain(newKid);
    expect(after).not.toContain(oldKid);
    await expect(verify(oldToken)).rejects.toThrow();
    await verify(await newToken());
  });

  it('done by two processes at once is done once', async () => {
    identity.clock.advance(31 * 24 * HOUR);
    await Promise.all([rotate(), rotate(), rotate()]);
    const states = await sql(identity.db).query<{ state: string }>(
      'select state from signing_keys where project_id = $1 order by audience, state',
      [project.id],
    );
    expect(states.map((row) => row.state)).toEqual(['active', 'previous', 'active', 'previous']);
  });
});

describe('a start', () => {
  it('is refused with other encryption keys than those that the database was written with', async () => {
    const { db, keyring } = identity;
    await expect(requireKnownKeys({ db, keyring })()).resolves.toBeUndefined();
    const stranger = createKeyring(newKeyringEntry('k1'));
    await expect(requireKnownKeys({ db, keyring: stranger })()).rejects.toThrow(StartError);
  });
});
