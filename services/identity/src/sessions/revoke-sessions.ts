import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { emitAll } from '@portico/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { eventOf, tenant } from '../deps.ts';
import { endCodes } from '../verification-codes/codes-of-subject.ts';

export interface Revocation {
  user_id: string;
  now: number;
  /** The session that stays. */
  except?: string;
}

/**
 * Ends a user's sessions because the password changed, and says so for each. A sign-in that still waits
 * for its second factor has passed the first with a password that does not count any more.
 */
export const revokeSessions = async (
  tx: EntityManager,
  call: CallContext,
  revocation: Revocation,
): Promise<void> => {
  const { user_id, now, except } = revocation;
  const ended = await sql(tx).query<{ id: string; is_impersonation: boolean }>(
    `update sessions set revoked_at_millis = $4
     where project_id = $1 and branch_id = $2 and user_id = $3 and revoked_at_millis is null
       and ($5::uuid is null or id <> $5)
     returning id, is_impersonation`,
    [...tenant(call), user_id, now, except ?? null],
  );
  await endCodes(tx, call, { type: 'mfa', subject: user_id, now });
  await emitAll(
    tx,
    ended.map(({ id, is_impersonation }) => ({
      ...eventOf(call, 'session.ended', user_id),
      session: { session_id: id, user_id, is_impersonation, reason: 'password_change' },
    })),
  );
};
