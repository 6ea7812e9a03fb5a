/** Keys that sign access tokens: ES256 pairs of a project and an audience, private halves sealed. */
import type { Keyring } from '@portico/platform/keyring';
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export type Audience = 'regular' | 'anonymous';
export const AUDIENCES: readonly Audience[] = ['regular', 'anonymous'];

/** The parts a statement that mints a token selects. */
export interface SigningKeyRow {
  kid: string;
  private_key_sealed: string;
}

export interface NewSigningKey extends SigningKeyRow {
  public_jwk: { kty: string; crv: string; x: string; y: string };
}

/** Part of a lookup: the active key for the audience of the user `u`. */
export const JOIN_ACTIVE_KEY = `
  left join signing_keys k on k.project_id = u.project_id and k.state = 'active'
    and k.audience = case when u.is_anonymous then 'anonymous' else 'regular' end`;

const KID_LENGTH = 12;

const placeOf = (project_id: string, kid: string): string => `signing-key:${project_id}:${kid}`;

/** RFC 7638 thumbprint, shortened: the same key always has the same id. */
const kidOf = ({ crv, kty, x, y }: NewSigningKey['public_jwk']): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url').slice(0, KID_LENGTH);

export const newSigningKey = (keyring: Keyring, project_id: string): NewSigningKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' }) as Record<'kty' | 'crv' | 'x' | 'y', string>;
  const public_jwk = { kty, crv, x, y };
  const kid = kidOf(public_jwk);
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return { kid, public_jwk, private_key_sealed: keyring.seal(pkcs8, placeOf(project_id, kid)) };
};

const CACHED_KEYS = 5_000;

/** Opened private keys, in memory. A key never changes under its id, so nothing here can be stale. */
export const createKeyCache = (keyring: Keyring) => {
  const opened = new LRUCache<string, KeyObject>({ max: CACHED_KEYS });
  return (project_id: string, { kid, private_key_sealed }: SigningKeyRow): KeyObject => {
    const place = placeOf(project_id, kid);
    const cached = opened.get(place);
    if (cached) return cached;
    const der = Buffer.from(keyring.open(private_key_sealed, place), 'base64');
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    opened.set(place, key);
    return key;
  };
};
