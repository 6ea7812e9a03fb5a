/** In projects that ask for it a refresh token is good for one use, and its session for one line of tokens. */
import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret } from '@portico/platform/ids';
import { tenant, type IdentityDeps } from '../deps.ts';
import { endSession } from './end-session.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'log'>;

const placeOf = ({ project_id, branch_id }: CallContext, session_id: string): string =>
  `refresh-token:${project_id}:${branch_id}:${session_id}`;

const ROTATE = `
  with rotated as (
    update sessions set refresh_token_hash = $5, refresh_token_sealed = $6
    where project_id = $1 and branch_id = $2 and id = $3 and refresh_token_hash = $4
      and revoked_at_millis is null
    returning id, expires_at_millis
  )
  insert into spent_refresh_tokens
    (project_id, branch_id, refresh_token_hash, session_id, spent_at_millis, expires_at_millis)
  select $1, $2, $4, id, $7, expires_at_millis from rotated`;

/** @returns the successor; undefined when another request has just spent the token. */
export const rotateRefreshToken = async (
  { db, keyring, clock }: Deps,
  call: CallContext,
  { session_id, refresh_token }: { session_id: string; refresh_token: string },
): Promise<string | undefined> => {
  const successor = newSecret();
  const rotated = await sql(db).execute(ROTATE, [
    ...tenant(call),
    session_id,
    sha256Hex(refresh_token),
    sha256Hex(successor),
    keyring.seal(successor, placeOf(call, session_id)),
    clock.now(),
  ]);
  return rotated === 0 ? undefined : successor;
};

interface SpentToken {
  session_id: string;
  spent_at_millis: number;
  refresh_token_sealed: string | null;
  grace_millis: number;
}

const FIND_SPENT = `
  select s.id as session_id, t.spent_at_millis, s.refresh_token_sealed,
    (b.settings->>'rotation_grace_millis')::bigint as grace_millis
  from spent_refresh_tokens t
  join sessions s on s.project_id = t.project_id and s.branch_id = t.branch_id and s.id = t.session_id
  join branches b on b.project_id = t.project_id and b.branch_id = t.branch_id
  where t.project_id = $1 and t.branch_id = $2 and t.refresh_token_hash = $3
    and s.revoked_at_millis is null and s.expires_at_millis > $4`;

/**
 * What a spent token still gets: the token in force while requests may have crossed; after that it is
 * one that two parties hold, and neither keeps the session.
 */
export const redeemSpentToken = async (
  { db, keyring, clock, log }: Deps,
  call: CallContext,
  refresh_token: string,
): Promise<string | undefined> => {
  const now = clock.now();
  const parameters = [...tenant(call), sha256Hex(refresh_token), now];
  const [spent] = await sql(db).query<SpentToken>(FIND_SPENT, parameters, { name: 'find_spent_token' });
  if (!spent) return undefined;
  const { session_id, spent_at_millis, refresh_token_sealed, grace_millis } = spent;
  if (refresh_token_sealed !== null && now - spent_at_millis <= grace_millis) {
    return keyring.open(refresh_token_sealed, placeOf(call, session_id));
  }
  log.warn({ project_id: call.project_id, session_id }, 'a spent refresh token came back; its session ends');
  await transaction(db, (tx) => endSession(tx, call, { session_id, reason: 'refresh_token_reuse', now }));
  return undefined;
};
