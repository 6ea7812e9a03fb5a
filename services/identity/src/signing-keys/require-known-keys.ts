import { sql } from '@portico/platform/db/sql';
import { StartError } from '@portico/platform/errors';
import type { IdentityDeps } from '../deps.ts';
import { createKeyCache, type SigningKeyRow } from './signing-key.ts';

const NEWEST = `
  select project_id, kid, private_key_sealed from signing_keys order by created_at_millis desc limit 1`;

/**
 * Looks whether what the database holds can be opened at all, before a request finds out.
 * @throws StartError when it was sealed with keys that this process does not have.
 */
export const requireKnownKeys =
  ({ db, keyring }: Pick<IdentityDeps, 'db' | 'keyring'>) =>
  async (): Promise<void> => {
    const [row] = await sql(db).query<SigningKeyRow & { project_id: string }>(NEWEST);
    if (!row) return;
    try {
      createKeyCache(keyring)(row.project_id, row);
    } catch {
      throw new StartError(
        'The database was written with other encryption keys; PORTICO_ENCRYPTION_KEYS must hold the ones it was written with.',
      );
    }
  };
