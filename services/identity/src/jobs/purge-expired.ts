import { sql } from '@portico/platform/db/sql';
import type { IdentityDeps } from '../deps.ts';

/** Longer than any access token lives: until then a row has to say that its session was revoked. */
const KEPT_MILLIS = 86_400_000;
const BATCH = 5_000;

const PURGES = [
  `delete from sessions where ctid = any(array(
     select ctid from sessions where expires_at_millis < $1 or revoked_at_millis < $1 limit ${BATCH}))`,
  `delete from verification_codes where ctid = any(array(
     select ctid from verification_codes where expires_at_millis < $1 limit ${BATCH}))`,
  `delete from oauth_states where ctid = any(array(
     select ctid from oauth_states where expires_at_millis < $1 limit ${BATCH}))`,
  `delete from oauth_authorization_codes where ctid = any(array(
     select ctid from oauth_authorization_codes where expires_at_millis < $1 limit ${BATCH}))`,
  `delete from oauth_provider_tokens where ctid = any(array(
     select ctid from oauth_provider_tokens where expires_at_millis < $1 limit ${BATCH}))`,
];

/** Removes sessions and codes that have been of no use for a day. */
export const purgeExpired =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const before = clock.now() - KEPT_MILLIS;
    for (const purge of PURGES) {
      while ((await sql(db).execute(purge, [before])) === BATCH);
    }
  };
