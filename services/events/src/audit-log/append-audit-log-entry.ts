import { sql } from '@portico/platform/db/sql';
import type { Event } from '@portico/proto/events/v1/event';
import type { DataSource } from 'typeorm';

const APPEND = 'SELECT append_audit_log_entry($1, $2, $3, $4, $5, $6, $7)';

/**
 * One statement, which is its own transaction: whoever comes second waits for the first to commit. It takes what
 * happened, to whom and by whom, but nothing of what the event carries: that may be personal or secret.
 */
export const appendAuditLogEntry = async (db: DataSource, event: Event): Promise<void> => {
  const { id, project_id, branch_id, type, subject, actor, occurred_at_millis } = event;
  const values = [project_id, branch_id, id, type, subject, actor ?? null, occurred_at_millis];
  await sql(db).execute(APPEND, values, { name: 'append_audit_log' });
};
