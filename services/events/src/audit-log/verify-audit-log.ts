import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { AuditLogVerified, VerifyAuditLogRequest } from '@portico/proto/events/v1/audit_log';
import type { DataSource, EntityManager } from 'typeorm';
import { ENTRY_COLUMNS, FIRST_PREVIOUS_HASH, hashOf, type AuditLogRow } from './audit-log-entry.ts';

type Deps = { db: DataSource };

type Link = Pick<AuditLogRow, 'sequence' | 'hash'>;

const BATCH = 1_000;

const SELECT = `
  SELECT ${ENTRY_COLUMNS} FROM audit_log_entries
  WHERE project_id = $1 AND branch_id = $2 AND sequence > $3
  ORDER BY sequence LIMIT ${BATCH}`;

const SELECT_HEAD = 'SELECT sequence, hash FROM audit_log_heads WHERE project_id = $1 AND branch_id = $2';

const follows = (row: AuditLogRow, last: Link): boolean =>
  row.sequence === last.sequence + 1 && row.previous_hash === last.hash && row.hash === hashOf(row);

/** @returns the last line that fits; the one after it is broken or missing. */
const followChain = async (
  tx: EntityManager,
  { project_id, branch_id }: CallContext,
): Promise<[Link, boolean]> => {
  let last: Link = { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  for (;;) {
    const rows = await sql(tx).query<AuditLogRow>(SELECT, [project_id, branch_id, last.sequence]);
    for (const row of rows) {
      if (!follows(row, last)) return [last, false];
      last = row;
    }
    if (rows.length < BATCH) return [last, true];
  }
};

/** Reads the whole log in one snapshot, so that lines appended meanwhile do not look like missing ones. */
export const verifyAuditLog =
  ({ db }: Deps) =>
  (_req: VerifyAuditLogRequest, call: CallContext): Promise<AuditLogVerified> =>
    db.transaction('REPEATABLE READ', async (tx) => {
      const [head] = await sql(tx).query<Link>(SELECT_HEAD, [call.project_id, call.branch_id]);
      const [last, isUnbroken] = await followChain(tx, call);
      const expected = head ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
      const isComplete = isUnbroken && last.sequence >= expected.sequence;
      const is_intact = isComplete && last.sequence === expected.sequence && last.hash === expected.hash;
      const broken_sequence = isComplete ? last.sequence : last.sequence + 1;
      return {
        is_intact,
        broken_sequence: is_intact ? undefined : broken_sequence,
        entries: expected.sequence,
      };
    });
