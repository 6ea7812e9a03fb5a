import { sql } from '@portico/platform/db/sql';
import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { ENTRY_COLUMNS, FIRST_PREVIOUS_HASH, hashOf } from './audit-log-entry.ts';

/** Takes the turn of the project's log: whoever comes second waits here for the first to commit. */
const LOCK_HEAD = `
  INSERT INTO audit_log_heads AS head (project_id, branch_id, sequence, hash) VALUES ($1, $2, 0, $3)
  ON CONFLICT (project_id, branch_id) DO UPDATE SET sequence = head.sequence
  RETURNING sequence, hash`;

const APPEND = `
  WITH appended AS (
    INSERT INTO audit_log_entries (${ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (project_id, branch_id, event_id) DO NOTHING
    RETURNING sequence, hash
  )
  UPDATE audit_log_heads AS head SET sequence = appended.sequence, hash = appended.hash
  FROM appended WHERE head.project_id = $1 AND head.branch_id = $2`;

/** What happened, to whom and by whom, but nothing of what the event carries: that may be personal or secret. */
export const appendAuditLogEntry = async (tx: EntityManager, event: Event): Promise<void> => {
  const { project_id, branch_id, type, subject, occurred_at_millis } = event;
  const [head] = await sql(tx).query<{ sequence: number; hash: string }>(
    LOCK_HEAD,
    [project_id, branch_id, FIRST_PREVIOUS_HASH],
    { name: 'lock_audit_log' },
  );
  if (!head) throw new Error('The head of the audit log is missing.');
  const sequence = head.sequence + 1;
  const previous_hash = head.hash;
  const who = { event_id: event.id, type, subject, actor: event.actor ?? null };
  const hash = hashOf({ project_id, branch_id, sequence, ...who, occurred_at_millis, previous_hash });
  const values = [
    project_id,
    branch_id,
    sequence,
    ...Object.values(who),
    occurred_at_millis,
    previous_hash,
    hash,
  ];
  await sql(tx).execute(APPEND, values, { name: 'append_audit_log' });
};
