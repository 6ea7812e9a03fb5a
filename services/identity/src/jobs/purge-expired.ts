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
  `delete from factor_tries where ctid = any(array(
     select ctid from factor_tries where window_ends_at_millis < $1 limit ${BATCH}))`,
  `delete from spent_refresh_tokens where ctid = any(array(
     select ctid from spent_refresh_tokens where expires_at_millis < $1 limit ${BATCH}))`,
  // A session that no program ever came for has no holder.
  `with gone as (
     delete from cli_logins where ctid = any(array(
       select ctid from cli_logins where expires_at_millis < $1 limit ${BATCH}))
     returning *
   ), abandoned as (
     update sessions s set revoked_at_millis = $1 from gone
     where s.project_id = gone.project_id and s.branch_id = gone.branch_id and s.id = gone.session_id
       and gone.used_at_millis is null and s.revoked_at_millis is null
   )
   select 1 from gone`,
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
