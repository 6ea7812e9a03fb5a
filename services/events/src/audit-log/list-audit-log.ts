import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { AuditLogEntryList, ListAuditLogRequest } from '@portico/proto/events/v1/audit_log';
import type { DataSource } from 'typeorm';
import { ENTRY_COLUMNS, toAuditLogEntry, type AuditLogRow } from './audit-log-entry.ts';

type Deps = { db: DataSource };

const MOST_ENTRIES = 200;

const SELECT = `
  SELECT ${ENTRY_COLUMNS} FROM audit_log_entries
  WHERE project_id = $1 AND branch_id = $2 AND ($3::bigint IS NULL OR sequence < $3)
  ORDER BY sequence DESC LIMIT $4`;

/** Newest first; the lowest sequence of a page leads to the next one. */
export const listAuditLog =
  ({ db }: Deps) =>
  async (req: ListAuditLogRequest, { project_id, branch_id }: CallContext): Promise<AuditLogEntryList> => {
    const limit = Math.min(req.limit > 0 ? req.limit : MOST_ENTRIES, MOST_ENTRIES);
    const values = [project_id, branch_id, req.before_sequence ?? null, limit];
    const rows = await sql(db).query<AuditLogRow>(SELECT, values);
    return { items: rows.map(toAuditLogEntry) };
  };
