/** The public keys of each token audience, fetched when first needed. */
import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { isKnownError } from '@portico/platform/known-errors';
import type { Jwk } from '@portico/proto/identity/v1/signing_keys';
import { LRUCache } from 'lru-cache';
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Services } from '../services.ts';

type KeySet = ReadonlyMap<string, KeyObject>;

interface Entry {
  readonly keys: Promise<KeySet>;
  readonly fetched_at: number;
}

/** A key that left the published set is forgotten after this time. */
const KEEP_MILLIS = 10 * 60_000;
/** Tokens with invented key ids may not make us ask more often. */
const RETRY_MILLIS = 1_000;
const MAX_AUDIENCES = 20_000;

export interface Audience {
  readonly project_id: string;
  readonly is_anonymous: boolean;
}

export interface Jwks {
  /** Undefined when the audience has no such key, null when its project does not exist. */
  find(audience: Audience, kid: string): Promise<KeyObject | null | undefined>;
}

const toEntry = ({ kid, kty, crv, x, y }: Jwk): [string, KeyObject] => [
  kid,
  createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }),
];

/**
 * The anonymous keys are those that the full set has on top of the regular one: a key of one
 * audience must never verify a token of the other.
 */
const fetchKeys = async (services: Services, audience: Audience): Promise<KeySet> => {
  const call: CallContext = { request_id: 'jwks', project_id: audience.project_id, branch_id: 'main' };
  const getJwks = (include_anonymous: boolean) =>
    services.identity.signing_keys.getJwks({ include_anonymous }, call);
  try {
    const regular = (await getJwks(false)).keys;
    if (!audience.is_anonymous) return new Map(regular.map(toEntry));
    const known = new Set(regular.map((key) => key.kid));
    const anonymous = (await getJwks(true)).keys.filter((key) => !known.has(key.kid));
    return new Map(anonymous.map(toEntry));
  } catch (error) {
    if (isKnownError(error, 'CURRENT_PROJECT_NOT_FOUND')) return new Map();
    throw error;
  }
};

/** Every project has keys. */
const pick = (keys: KeySet, kid: string): KeyObject | null | undefined =>
  keys.size === 0 ? null : keys.get(kid);

export const createJwks = ({ services, clock }: { services: Services; clock: Clock }): Jwks => {
  const entries = new LRUCache<string, Entry>({ max: MAX_AUDIENCES });
  const refresh = (name: string, audience: Audience): Entry => {
    const keys = fetchKeys(services, audience);
    const entry = { keys, fetched_at: clock.now() };
    entries.set(name, entry);
    keys.catch(() => {
      if (entries.peek(name) === entry) entries.delete(name);
    });
    return entry;
  };
  return {
    find: async (audience, kid) => {
      const name = `${audience.project_id}${audience.is_anonymous ? ':anon' : ''}`;
      const held = entries.get(name);
      const age = held ? clock.now() - held.fetched_at : Infinity;
      const entry = held && age < KEEP_MILLIS ? held : refresh(name, audience);
      const key = pick(await entry.keys, kid);
      if (key || entry !== held || age < RETRY_MILLIS) return key;
      return pick(await refresh(name, audience).keys, kid);
    },
  };
};
