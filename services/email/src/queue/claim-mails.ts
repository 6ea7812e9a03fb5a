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

/** How long a claimed mail stays with its worker; after that the worker counts as dead. */
const LEASE_MILLIS = 60_000;

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
