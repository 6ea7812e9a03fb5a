import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type {
  EndUserIpInfo,
  ListSessionsRequest,
  Session,
  SessionList,
} from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { isUuid } from '../uuid.ts';

interface Row {
  id: string;
  user_id: string;
  created_at_millis: number;
  last_used_at_millis: number | null;
  is_impersonation: boolean;
  last_used_ip_info: EndUserIpInfo | null;
}

/** `current` is the session of the caller. */
const toSession = (row: Row, current: string | undefined): Complete<Session> => ({
  id: row.id,
  user_id: row.user_id,
  created_at: row.created_at_millis,
  last_used_at: row.last_used_at_millis ?? undefined,
  is_impersonation: row.is_impersonation,
  is_current_session: row.id === current,
  last_used_at_end_user_ip_info: row.last_used_ip_info ?? undefined,
});

/** Living sessions, newest first. Only admins see those that impersonate the user. */
export const listSessions =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async ({ user_id }: ListSessionsRequest, call: CallContext): Promise<SessionList> => {
    requireOwnUser(call, user_id, 'A client may list the sessions of the current user only.');
    if (!isUuid(user_id)) return { items: [] };
    const rows = await sql(db).query<Row>(
      `select id, user_id, created_at_millis, last_used_at_millis, is_impersonation, last_used_ip_info
       from sessions
       where project_id = $1 and branch_id = $2 and user_id = $3
         and revoked_at_millis is null and expires_at_millis > $4 and ($5 or not is_impersonation)
       order by created_at_millis desc, id desc`,
      [...tenant(call), user_id, clock.now(), call.access_type === 'admin'],
    );
    return { items: rows.map((row) => toSession(row, call.session_id)) };
  };
