import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { tenant, type IdentityDeps } from '../deps.ts';
import { hashesOf, type CodeType } from './create-code.ts';

const MOST_ATTEMPTS = 20;

export interface CheckedCode<Data = Record<string, unknown>> {
  id: string;
  method: Record<string, unknown>;
  data: Data;
}

interface Row extends CheckedCode {
  code_hash: string;
  type: string;
  attempts: number;
  expires_at_millis: number;
  used_at_millis: number | null;
}

// In the order of ids, so that two requests counting on the same codes cannot wait for one another.
const COUNT_ATTEMPT = `
  update verification_codes v set attempts = v.attempts + 1
  from (
    select id from verification_codes
    where project_id = $1 and branch_id = $2 and nonce_hash = $3
    order by id for update
  ) as same_nonce
  where v.project_id = $1 and v.branch_id = $2 and v.id = same_nonce.id
  returning v.*`;

/**
 * Counts an attempt and says whether the code may be used, without using it up. The attempt counts
 * whatever becomes of it, so this runs in no transaction of the caller.
 */
export const checkCode = async (
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  call: CallContext,
  { type, code }: { type: CodeType; code: string },
): Promise<CheckedCode> => {
  const { code_hash, nonce_hash } = hashesOf(code.toLowerCase());
  const rows = await sql(db).query<Row>(COUNT_ATTEMPT, [...tenant(call), nonce_hash]);
  const row = rows.find((one) => one.code_hash === code_hash && one.type === type);
  if (!row) throw knownErrors.VERIFICATION_CODE_NOT_FOUND();
  if (row.expires_at_millis <= clock.now()) throw knownErrors.VERIFICATION_CODE_EXPIRED();
  if (row.used_at_millis !== null) throw knownErrors.VERIFICATION_CODE_ALREADY_USED();
  if (row.attempts > MOST_ATTEMPTS) throw knownErrors.VERIFICATION_CODE_MAX_ATTEMPTS_REACHED();
  return { id: row.id, method: row.method, data: row.data };
};

// In the order of ids again: the two codes of one mail may be used at the same time.
const USE = `
  update verification_codes v set used_at_millis = $4
  from (
    select id from verification_codes
    where project_id = $1 and branch_id = $2 and (id = $3 or pair_id = (
      select pair_id from verification_codes where project_id = $1 and branch_id = $2 and id = $3))
    order by id for update
  ) as pair
  where v.project_id = $1 and v.branch_id = $2 and v.id = pair.id and v.used_at_millis is null
  returning v.id`;

/**
 * Uses the code up, and those that came with it. Of any number of requests at once, one gets past
 * this line.
 */
export const useCode = async (
  tx: EntityManager,
  call: CallContext,
  { id, now }: { id: string; now: number },
): Promise<void> => {
  const used = await sql(tx).query<{ id: string }>(USE, [...tenant(call), id, now]);
  if (!used.some((row) => row.id === id)) throw knownErrors.VERIFICATION_CODE_ALREADY_USED();
};
