import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { RefreshedSession, RefreshSessionRequest } from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';
import { TOKEN_COLUMNS, type TokenRow } from './access-token.ts';

const SELECT = `
  select s.id as session_id, ${TOKEN_COLUMNS}
  from sessions s
  join users u on u.project_id = s.project_id and u.branch_id = s.branch_id and u.id = s.user_id
  ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}
  where s.project_id = $1 and s.branch_id = $2 and s.refresh_token_hash = $3
    and s.revoked_at_millis is null and s.expires_at_millis > $4`;

/** One round trip. Everything the new token says is read again, so changes of the user show up here. */
export const refreshSession =
  ({
    db,
    clock,
    signAccessToken,
    activity,
  }: Pick<IdentityDeps, 'db' | 'clock' | 'signAccessToken' | 'activity'>) =>
  async (
    { refresh_token }: RefreshSessionRequest,
    call: CallContext,
  ): Promise<Complete<RefreshedSession>> => {
    const [row] = await sql(db).query<TokenRow & { session_id: string }>(
      SELECT,
      [...tenant(call), sha256Hex(refresh_token), clock.now()],
      { name: 'refresh_session' },
    );
    if (!row) throw knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
    const { session_id } = row;
    const { project_id, branch_id } = call;
    activity.record(call, { user_id: row.id, session_id });
    const token = signAccessToken({ project_id, branch_id, session_id, user: row, key: row });
    return { ...token, refresh_token: undefined };
  };
