import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { tenant, type IdentityDeps } from '../deps.ts';

export type Factor = 'totp' | 'recovery_code';

/**
 * Tries of a user in an hour, however many sign-ins they belong to: a thief of the password may begin
 * as many as he likes. At this rate he needs a year of trying to guess one in two codes.
 */
const MOST_TRIES = 60;
const WINDOW_MILLIS = 3_600_000;

const TAKE = `
  insert into factor_tries as t (project_id, branch_id, user_id, factor, tries, window_ends_at_millis)
  values ($1, $2, $3, $4, 1, $5::bigint + ${WINDOW_MILLIS})
  on conflict (project_id, branch_id, user_id, factor) do update
  set tries = case when t.window_ends_at_millis <= $5 then 1 else t.tries + 1 end,
    window_ends_at_millis =
      case when t.window_ends_at_millis <= $5 then excluded.window_ends_at_millis else t.window_ends_at_millis end
  returning tries, window_ends_at_millis`;

export interface Try {
  user_id: string;
  factor: Factor;
}

/**
 * Counts one try before it is judged, so that parallel ones cannot outrun the count.
 * @throws StatusError 429 when the user's tries are spent.
 */
export const takeTry = async (
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  call: CallContext,
  { user_id, factor }: Try,
): Promise<void> => {
  const now = clock.now();
  const [row] = await sql(db).query<{ tries: number; window_ends_at_millis: number }>(
    TAKE,
    [...tenant(call), user_id, factor, now],
    { name: 'take_factor_try' },
  );
  if (!row || row.tries <= MOST_TRIES) return;
  const seconds = Math.max(1, Math.ceil((row.window_ends_at_millis - now) / 1000));
  throw statusError(429, 'Too many wrong codes for this account. Please try again later.', {
    'retry-after': String(seconds),
  });
};

/** A right code costs nothing; what others tried still counts. */
export const giveTryBack = async (
  { db }: Pick<IdentityDeps, 'db'>,
  call: CallContext,
  { user_id, factor }: Try,
): Promise<void> => {
  await sql(db).execute(
    `update factor_tries set tries = greatest(tries - 1, 0)
     where project_id = $1 and branch_id = $2 and user_id = $3 and factor = $4`,
    [...tenant(call), user_id, factor],
  );
};
