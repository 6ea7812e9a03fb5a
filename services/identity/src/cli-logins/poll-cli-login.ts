import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { CliLoginPolled, PollCliLoginRequest } from '@portico/proto/identity/v1/cli_logins';
import { tenant, type IdentityDeps } from '../deps.ts';
import { refreshTokenPlace } from './refresh-token-place.ts';

interface Row {
  id: string;
  session_id: string | null;
  refresh_token_sealed: string | null;
  expires_at_millis: number;
  used_at_millis: number | null;
}

/** Shows the login as it was and hands it out in one go, so that of many polls one gets the token. */
const POLL = `
  with login as (
    select * from cli_logins
    where project_id = $1 and branch_id = $2 and polling_code_hash = $3
    for update
  ), handed_out as (
    update cli_logins c set used_at_millis = $4, refresh_token_sealed = null
    from login
    where c.project_id = $1 and c.branch_id = $2 and c.id = login.id
      and login.session_id is not null and login.used_at_millis is null and login.expires_at_millis > $4
  )
  select * from login`;

const answer = (status: string): CliLoginPolled => ({ status, refresh_token: undefined });

export const pollCliLogin =
  ({ db, keyring, clock }: Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>) =>
  async ({ polling_code }: PollCliLoginRequest, call: CallContext): Promise<CliLoginPolled> => {
    const now = clock.now();
    const parameters = [...tenant(call), sha256Hex(polling_code), now];
    const [login] = await sql(db).query<Row>(POLL, parameters, { name: 'poll_cli_login' });
    if (!login) throw knownErrors.INVALID_POLLING_CODE();
    if (login.expires_at_millis <= now) return answer('expired');
    if (login.used_at_millis !== null) return answer('used');
    if (login.refresh_token_sealed === null) return answer('waiting');
    const refresh_token = keyring.open(login.refresh_token_sealed, refreshTokenPlace(call, login.id));
    return { status: 'success', refresh_token };
  };
