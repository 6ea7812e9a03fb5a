import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { eventOf, tenant } from '../deps.ts';
import { isUuid } from '../uuid.ts';

export interface EndedSession {
  session_id: string;
  /** Given: only a session of this user. */
  user_id?: string;
  reason: 'sign_out' | 'deleted' | 'code_replay' | 'refresh_token_reuse';
  now: number;
}

/** @returns whether there was such a session, and it was alive. */
export const endSession = async (
  tx: EntityManager,
  call: CallContext,
  ended: EndedSession,
): Promise<boolean> => {
  const { session_id, user_id, reason, now } = ended;
  if (!isUuid(session_id) || (user_id !== undefined && !isUuid(user_id))) return false;
  const [row] = await sql(tx).query<{ user_id: string; is_impersonation: boolean }>(
    `update sessions set revoked_at_millis = $4
     where project_id = $1 and branch_id = $2 and id = $3 and revoked_at_millis is null
       and ($5::uuid is null or user_id = $5)
     returning user_id, is_impersonation`,
    [...tenant(call), session_id, now, user_id ?? null],
  );
  if (!row) return false;
  const event = eventOf(call, 'session.ended', row.user_id);
  await emit(tx, { ...event, session: { ...row, session_id, reason } });
  return true;
};
