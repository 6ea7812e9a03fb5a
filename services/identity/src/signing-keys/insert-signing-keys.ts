import { sql } from '@portico/platform/db/sql';
import type { Keyring } from '@portico/platform/keyring';
import type { EntityManager } from 'typeorm';
import { AUDIENCES, newSigningKey, type Audience } from './signing-key.ts';

export interface KeyPlace {
  keyring: Keyring;
  project_id: string;
  now: number;
}

export const insertSigningKey = async (
  tx: EntityManager,
  { keyring, project_id, now }: KeyPlace,
  { audience, state }: { audience: Audience; state: 'active' | 'next' },
): Promise<void> => {
  const key = newSigningKey(keyring, project_id);
  await sql(tx).execute(
    `insert into signing_keys
     (project_id, audience, state, kid, public_jwk, private_key_sealed, created_at_millis, state_since_millis)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [project_id, audience, state, key.kid, JSON.stringify(key.public_jwk), key.private_key_sealed, now],
  );
};

/** The first keys of a project: for each audience one that signs and its published successor. */
export const insertSigningKeys = async (tx: EntityManager, place: KeyPlace): Promise<void> => {
  for (const audience of AUDIENCES) {
    await insertSigningKey(tx, place, { audience, state: 'active' });
    await insertSigningKey(tx, place, { audience, state: 'next' });
  }
};
