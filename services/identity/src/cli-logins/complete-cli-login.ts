import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { CliLoginCompleted, CompleteCliLoginRequest } from '@portico/proto/identity/v1/cli_logins';
import type { EntityManager } from 'typeorm';
import { tenant, type IdentityDeps } from '../deps.ts';
import { findLivingSession } from '../sessions/find-living-session.ts';
import { insertSession } from '../sessions/insert-session.ts';
import { refreshTokenPlace } from './refresh-token-place.ts';

/** The open login with that code, kept from others until the transaction ends. */
const lockLogin = async (
  tx: EntityManager,
  call: CallContext,
  { login_code, now }: { login_code: string; now: number },
): Promise<string> => {
  const [row] = await sql(tx).query<{ id: string }>(
    `select id from cli_logins
     where project_id = $1 and branch_id = $2 and login_code_hash = $3
       and session_id is null and expires_at_millis > $4
     for update`,
    [...tenant(call), sha256Hex(login_code), now],
  );
  if (!row) throw statusError(400, 'The login code is not valid, has expired or has been used.');
  return row.id;
};

/**
 * Whoever is signed in lets the program in, as the same user in a session of its own: signing out in
 * the browser leaves the program signed in, and the other way round.
 */
export const completeCliLogin =
  ({ db, keyring, clock }: Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>) =>
  async (request: CompleteCliLoginRequest, call: CallContext): Promise<CliLoginCompleted> => {
    const now = clock.now();
    await transaction(db, async (tx) => {
      const id = await lockLogin(tx, call, { login_code: request.login_code, now });
      const refresh_token_hash = sha256Hex(request.refresh_token);
      const approver = await findLivingSession(tx, call, { refresh_token_hash, now });
      const { user_id, is_impersonation } = approver ?? {};
      const session =
        user_id && (await insertSession(tx, call, { user_id, is_impersonation, now, reason: 'cli' }));
      if (!session) throw knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
      const { session_id, refresh_token } = session;
      await sql(tx).execute(
        `update cli_logins set session_id = $4, refresh_token_sealed = $5
         where project_id = $1 and branch_id = $2 and id = $3`,
        [...tenant(call), id, session_id, keyring.seal(refresh_token, refreshTokenPlace(call, id))],
      );
    });
    return {};
  };
