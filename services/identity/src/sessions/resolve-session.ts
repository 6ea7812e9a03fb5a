import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ResolvedSession, ResolveSessionRequest } from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { JOIN_PRIMARY_EMAIL, USER_COLUMNS, type UserRow } from '../users/select-user.ts';
import { toUser } from '../users/user.message.ts';
import { isUuid } from '../uuid.ts';

type Row = UserRow & { session_known: boolean; session_revoked_at_millis: number | null };

const SELECT = `
  select ${USER_COLUMNS}, s.id is not null as session_known, s.revoked_at_millis as session_revoked_at_millis
  from users u ${JOIN_PRIMARY_EMAIL}
  left join sessions s
    on s.project_id = u.project_id and s.branch_id = u.branch_id and s.id = $4 and s.user_id = u.id
  where u.project_id = $1 and u.branch_id = $2 and u.id = $3`;

/**
 * One statement. A session that is not there any more has been purged after its revocation; one past
 * its own expiry still stands behind the tokens it gave.
 */
export const resolveSession =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (
    { user_id, session_id }: ResolveSessionRequest,
    call: CallContext,
  ): Promise<Complete<ResolvedSession>> => {
    if (!isUuid(user_id) || !isUuid(session_id)) return { user: undefined, revoked_at_millis: undefined };
    const parameters = [...tenant(call), user_id, session_id];
    const [row] = await sql(db).query<Row>(SELECT, parameters, { name: 'resolve_session' });
    if (!row) return { user: undefined, revoked_at_millis: undefined };
    const unknown_since = row.session_known ? undefined : clock.now();
    return { user: toUser(row), revoked_at_millis: row.session_revoked_at_millis ?? unknown_since };
  };
