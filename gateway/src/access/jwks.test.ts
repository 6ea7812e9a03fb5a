import { unavailable } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import { createFakeClock, type FakeClock } from '@portico/platform/testing/clock';
import type { Jwk } from '@portico/proto/identity/v1/signing_keys';
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../services.ts';
import { createJwks, type Jwks } from './jwks.ts';

const newKey = (kid: string): Jwk => {
  const { kty, crv, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  }) as Record<'kty' | 'crv' | 'x' | 'y', string>;
  return { kid, kty, crv, x, y, alg: 'ES256' };
};

const PROJECT = { project_id: '6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21', is_anonymous: false };
const ANONYMOUS = { ...PROJECT, is_anonymous: true };

/** What the identity service publishes; `failure` is what it answers instead. */
const published = { regular: [] as Jwk[], anonymous: [] as Jwk[], failure: undefined as Error | undefined };
let asked = 0;
const services = {
  identity: {
    signing_keys: {
      getJwks: async ({ include_anonymous }: { include_anonymous: boolean }) => {
        asked += 1;
        if (published.failure) throw published.failure;
        const { regular, anonymous } = published;
        return { keys: include_anonymous ? [...regular, ...anonymous] : regular };
      },
    },
  },
} as unknown as Services;

let clock: FakeClock;
let jwks: Jwks;
beforeEach(() => {
  clock = createFakeClock();
  jwks = createJwks({ services, clock });
  asked = 0;
  Object.assign(published, {
    regular: [newKey('one'), newKey('two')],
    anonymous: [newKey('three'), newKey('four')],
    failure: undefined,
  });
});

describe('the keys of an audience', () => {
  it('are both found, with one question', async () => {
    expect(await jwks.find(PROJECT, 'one')).toBeDefined();
    expect(await jwks.find(PROJECT, 'two')).toBeDefined();
    expect(asked).toBe(1);
  });

  it('are not those of the other audience', async () => {
    for (const kid of ['one', 'two']) expect(await jwks.find(ANONYMOUS, kid)).toBeUndefined();
    for (const kid of ['three', 'four']) {
      expect(await jwks.find(PROJECT, kid)).toBeUndefined();
      expect(await jwks.find(ANONYMOUS, kid)).toBeDefined();
    }
  });

  it('are asked for again when a new one appears, but not more than once a second', async () => {
    await jwks.find(PROJECT, 'one');
    published.regular = [newKey('new'), newKey('one')];
    expect(await jwks.find(PROJECT, 'new')).toBeUndefined();
    expect(asked).toBe(1);
    clock.advance(1_000);
    expect(await jwks.find(PROJECT, 'new')).toBeDefined();
    expect(await jwks.find(PROJECT, 'invented')).toBeUndefined();
    expect(asked).toBe(2);
  });

  it('are forgotten ten minutes after they were withdrawn', async () => {
    await jwks.find(PROJECT, 'one');
    published.regular = [newKey('new')];
    clock.advance(10 * 60_000 - 1);
    expect(await jwks.find(PROJECT, 'one')).toBeDefined();
    clock.advance(1);
    expect(await jwks.find(PROJECT, 'one')).toBeUndefined();
  });
});

it('an unknown project is told apart from an unknown key', async () => {
  published.failure = knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: PROJECT.project_id });
  expect(await jwks.find(PROJECT, 'one')).toBeNull();
});

it('a question that failed is asked again', async () => {
  published.failure = unavailable();
  await expect(jwks.find(PROJECT, 'one')).rejects.toBe(published.failure);
  published.failure = undefined;
  expect(await jwks.find(PROJECT, 'one')).toBeDefined();
});
