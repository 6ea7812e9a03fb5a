import { sha256Hex } from '@portico/platform/hash';
import type { AuditLogEntry } from '@portico/proto/events/v1/audit_log';

export interface AuditLogRow {
  readonly project_id: string;
  readonly branch_id: string;
  readonly sequence: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly actor: string | null;
  readonly occurred_at_millis: number;
  readonly previous_hash: string;
  readonly hash: string;
}

type Complete<M> = { [K in keyof Required<M>]: M[K] };

export const ENTRY_COLUMNS =
  'project_id, branch_id, sequence, event_id, type, subject, actor, occurred_at_millis, previous_hash, hash';

/** Hash of the line before the first one. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** An array has one spelling in JSON, so equal lines have equal hashes and no two fields can run together. */
export const hashOf = (row: Omit<AuditLogRow, 'hash'>): string =>
  sha256Hex(
    JSON.stringify([
      row.previous_hash,
      row.project_id,
      row.branch_id,
      row.sequence,
      row.event_id,
      row.type,
      row.subject,
      row.actor,
      row.occurred_at_millis,
    ]),
  );

export const toAuditLogEntry = (row: AuditLogRow): Complete<AuditLogEntry> => ({
  sequence: row.sequence,
  event_id: row.event_id,
  type: row.type,
  subject: row.subject,
  actor: row.actor ?? undefined,
  occurred_at_millis: row.occurred_at_millis,
  previous_hash: row.previous_hash,
  hash: row.hash,
});
