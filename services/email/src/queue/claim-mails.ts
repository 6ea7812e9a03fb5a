import { sql } from '@portico/platform/db/sql';
import type { Clock } from '@portico/platform/clock';
import type { DataSource } from 'typeorm';
import type { QueuedMail } from './queued-mail.ts';

type Deps = { db: DataSource; clock: Clock };

interface Claim {
  readonly limit: number;
  /** Projects that have enough mails on their way already. */
  readonly busy_projects: readonly string[];
}

/** How long a claimed mail stays with its worker; one that has not renewed it by then counts as dead. */
const LEASE_MILLIS = 15_000;
export const RENEWAL_MILLIS = 4_000;

const CLAIM = `
  UPDATE queued_mails AS mail
  SET attempts = mail.attempts + 1, next_attempt_at_millis = $1::bigint + ${LEASE_MILLIS}
  FROM (
    SELECT project_id, branch_id, id FROM queued_mails
    WHERE status = 'pending' AND next_attempt_at_millis <= $1 AND project_id <> ALL ($3::text[])
    ORDER BY next_attempt_at_millis
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE mail.project_id = due.project_id AND mail.branch_id = due.branch_id AND mail.id = due.id
  RETURNING mail.project_id, mail.branch_id, mail.id, mail.template_key, mail.recipient, mail.user_id,
    mail.sealed_variables, mail.attempts`;

/** Takes due mails for this worker alone, without keeping a transaction open while they are delivered. */
export const claimMails = ({ db, clock }: Deps, { limit, busy_projects }: Claim): Promise<QueuedMail[]> =>
  sql(db).query<QueuedMail>(CLAIM, [clock.now(), limit, busy_projects], { name: 'claim_mails' });

const RENEW = `
  UPDATE queued_mails AS mail SET next_attempt_at_millis = $1::bigint + ${LEASE_MILLIS}
  FROM unnest($2::text[], $3::text[], $4::text[]) AS held (project_id, branch_id, id)
  WHERE mail.project_id = held.project_id AND mail.branch_id = held.branch_id AND mail.id = held.id
    AND mail.status = 'pending' AND mail.next_attempt_at_millis > $1`;

/** Keeps mails whose delivery takes long. One that has been recorded meanwhile may come later, never earlier. */
export const renewClaims = async ({ db, clock }: Deps, mails: readonly QueuedMail[]): Promise<void> => {
  if (mails.length === 0) return;
  const columns = (['project_id', 'branch_id', 'id'] as const).map((name) => mails.map((mail) => mail[name]));
  await sql(db).execute(RENEW, [clock.now(), ...columns], { name: 'renew_claims' });
};
