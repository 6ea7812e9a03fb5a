/** The write of a sign-in: a session and its event, in one statement. */
import type { CallContext } from '@portico/platform/call';
import { afterCommit } from '@portico/platform/db/after-commit';
import { sql } from '@portico/platform/db/sql';
import { outboxRow, wakeRelay } from '@portico/platform/events/outbox';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret, newUuid } from '@portico/platform/ids';
import { DataSource } from 'typeorm';
import { eventOf, tenant, type Db } from '../deps.ts';

export const SESSION_LIFETIME_MILLIS = 365 * 86_400_000;

export interface NewSession {
  user_id: string;
  /** How it began, such as `password`. */
  reason: string;
  is_impersonation?: boolean;
  now: number;
  lifetime_millis?: number;
  /** Given: the session begins only while the user still has this hash. */
  password_hash?: string;
}

export interface InsertedSession {
  session_id: string;
  refresh_token: string;
}

const INSERT = `
  with begun as (
    insert into sessions (
      project_id, branch_id, id, user_id, refresh_token_hash, is_impersonation,
      created_at_millis, expires_at_millis, last_used_at_millis, last_used_ip_info)
    select u.project_id, u.branch_id, $4, u.id, $5, $6, $7, $8, $7, $9
    from users u
    where u.project_id = $1 and u.branch_id = $2 and u.id = $3 and ($10::text is null or u.password_hash = $10)
    returning 1
  )
  insert into outbox_events (id, key, type, payload, created_at_millis)
  select $11, $12, $13, $14, $15 from begun`;

/** Now when the row is there already, else with the commit that brings it. */
const wake = (db: Db): void => {
  if (db instanceof DataSource) wakeRelay(db);
  else afterCommit(db, () => wakeRelay(db.dataSource));
};

/** @returns undefined when the user, or the given password, is not there any more. */
export const insertSession = async (
  db: Db,
  call: CallContext,
  session: NewSession,
): Promise<InsertedSession | undefined> => {
  const {
    user_id,
    reason,
    now,
    is_impersonation = false,
    lifetime_millis = SESSION_LIFETIME_MILLIS,
  } = session;
  const session_id = newUuid();
  const refresh_token = newSecret();
  const event = outboxRow({
    ...eventOf(call, 'session.created', user_id),
    session: { session_id, user_id, is_impersonation, reason },
  });
  const inserted = await sql(db).execute(
    INSERT,
    [
      ...tenant(call),
      user_id,
      session_id,
      sha256Hex(refresh_token),
      is_impersonation,
      now,
      now + lifetime_millis,
      call.end_user_ip_info ? JSON.stringify(call.end_user_ip_info) : null,
      session.password_hash ?? null,
      event.id,
      event.key,
      event.type,
      event.payload,
      Date.now(),
    ],
    { name: 'insert_session' },
  );
  if (inserted === 0) return undefined;
  wake(db);
  return { session_id, refresh_token };
};
