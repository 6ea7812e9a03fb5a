/** The write of a sign-in: a session and its event, in one statement. */
import type { CallContext } from '@portico/platform/call';
import { afterCommit } from '@portico/platform/db/after-commit';
import { createRowGatherer, selectRows } from '@portico/platform/db/gather-rows';
import { outboxRow, wakeRelay } from '@portico/platform/events/outbox';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret, newUuid } from '@portico/platform/ids';
import { DataSource } from 'typeorm';
import { eventOf, tenant, type Db } from '../deps.ts';

export const SESSION_LIFETIME_MILLIS = 365 * 86_400_000;

export interface NewSession {
  user_id: string;
  /** A new one when absent. */
  session_id?: string;
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

/** A question for each session, the row of its event included. */
type Question = readonly [
  project_id: string,
  branch_id: string,
  user_id: string,
  session_id: string,
  refresh_token_hash: string,
  is_impersonation: boolean,
  now_millis: number,
  expires_at_millis: number,
  ip_info: string | null,
  password_hash: string | null,
  event_id: string,
  event_key: string,
  event_type: string,
  event_payload: Buffer,
];

const INSERT = `
  with asked as (
    select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[], $7::bigint[],
        $8::bigint[], $9::json[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::bytea[])
      with ordinality as asked (project_id, branch_id, user_id, session_id, refresh_token_hash, is_impersonation,
        now_millis, expires_at_millis, ip_info, password_hash, event_id, event_key, event_type, event_payload,
        position)
  ), begun as (
    insert into sessions (
      project_id, branch_id, id, user_id, refresh_token_hash, is_impersonation,
      created_at_millis, expires_at_millis, last_used_at_millis, last_used_ip_info)
    select u.project_id, u.branch_id, a.session_id, u.id, a.refresh_token_hash, a.is_impersonation,
      a.now_millis, a.expires_at_millis, a.now_millis, a.ip_info
    from asked a
    cross join lateral (
      select u.project_id, u.branch_id, u.id from users u
      where u.project_id = a.project_id and u.branch_id = a.branch_id and u.id = a.user_id
        and (a.password_hash is null or u.password_hash = a.password_hash) limit 1
    ) as u
    returning id
  ), told as (
    insert into outbox_events (id, key, type, payload, created_at_millis)
    select a.event_id, a.event_key, a.event_type, a.event_payload, a.now_millis
    from asked a join begun b on b.id = a.session_id
    order by a.position
  )
  select a.position from asked a join begun b on b.id = a.session_id`;

const STATEMENT = { text: INSERT, name: 'insert_sessions', columns: 14 };

/** Sessions that begin at the same moment share a statement; one inside a transaction has its own. */
const gatherers = new WeakMap<DataSource, (question: Question) => Promise<object | undefined>>();

const insert = async (db: Db, question: Question): Promise<boolean> => {
  if (!(db instanceof DataSource)) return (await selectRows(db, STATEMENT, [question]))[0] !== undefined;
  const ask = gatherers.get(db) ?? createRowGatherer({ db, ...STATEMENT });
  gatherers.set(db, ask);
  return (await ask(question)) !== undefined;
};

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
    session_id = newUuid(),
    reason,
    now,
    is_impersonation = false,
    lifetime_millis = SESSION_LIFETIME_MILLIS,
  } = session;
  const refresh_token = newSecret();
  const event = outboxRow({
    ...eventOf(call, 'session.created', user_id),
    session: { session_id, user_id, is_impersonation, reason },
  });
  const isBegun = await insert(db, [
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
  ]);
  if (!isBegun) return undefined;
  wake(db);
  return { session_id, refresh_token };
};
