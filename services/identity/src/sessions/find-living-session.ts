import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { tenant, type Db } from '../deps.ts';

export interface LivingSession {
  session_id: string;
  user_id: string;
  is_impersonation: boolean;
}

/** The session of a refresh token that would still be refreshed; it stays alive until the transaction ends. */
export const findLivingSession = async (
  tx: Db,
  call: CallContext,
  { refresh_token_hash, now }: { refresh_token_hash: string; now: number },
): Promise<LivingSession | undefined> => {
  const [row] = await sql(tx).query<LivingSession>(
    `select id as session_id, user_id, is_impersonation from sessions
     where project_id = $1 and branch_id = $2 and refresh_token_hash = $3
       and revoked_at_millis is null and expires_at_millis > $4
     for share`,
    [...tenant(call), refresh_token_hash, now],
  );
  return row;
};
