/** What concerns all codes of one address or user. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { tenant } from '../deps.ts';
import type { CodeType } from './create-code.ts';

export interface CodeSubject {
  type: CodeType;
  subject: string;
}

/** Keeps others from making codes for the subject until the transaction ends. */
export const lockSubject = async (
  tx: EntityManager,
  call: CallContext,
  { type, subject }: CodeSubject,
): Promise<void> => {
  const place = JSON.stringify([...tenant(call), type, subject]);
  await sql(tx).execute('select pg_advisory_xact_lock(hashtextextended($1, 0))', [place]);
};

/** Unused codes expire now. */
export const endCodes = async (
  tx: EntityManager,
  call: CallContext,
  { type, subject, now }: CodeSubject & { now: number },
): Promise<void> => {
  await sql(tx).execute(
    `update verification_codes set expires_at_millis = $5
     where project_id = $1 and branch_id = $2 and type = $3 and subject = $4
       and used_at_millis is null and expires_at_millis > $5`,
    [...tenant(call), type, subject, now],
  );
};

/** How often codes of the subject that were made since then were tried in vain. */
export const countFailedTries = async (
  tx: EntityManager,
  call: CallContext,
  { type, subject, since }: CodeSubject & { since: number },
): Promise<number> => {
  const [row] = await sql(tx).query<{ tries: number }>(
    `select coalesce(sum(attempts - (used_at_millis is not null)::int), 0)::int as tries
     from verification_codes
     where project_id = $1 and branch_id = $2 and type = $3 and subject = $4 and created_at_millis > $5`,
    [...tenant(call), type, subject, since],
  );
  return row?.tries ?? 0;
};
