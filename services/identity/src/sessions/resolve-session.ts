import type { CallContext } from '@portico/platform/call';
import { createRowGatherer } from '@portico/platform/db/gather-rows';
import type { ResolvedSession, ResolveSessionRequest } from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { JOIN_PRIMARY_EMAIL, USER_COLUMNS, type UserRow } from '../users/select-user.ts';
import { toUser } from '../users/user.message.ts';
import { isUuid } from '../uuid.ts';

type Row = UserRow & { session_known: boolean; session_revoked_at_millis: number | null };

/** Project, branch, user, session. */
type Question = readonly [project_id: string, branch_id: string, user_id: string, session_id: string];

/** `limit` keeps the planner from reading whole tables while they have few rows. */
const SELECT = `
  select asked.position, found.*
  from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[])
    with ordinality as asked (project_id, branch_id, user_id, session_id, position)
  cross join lateral (
    select ${USER_COLUMNS}, s.id is not null as session_known, s.revoked_at_millis as session_revoked_at_millis
    from users u ${JOIN_PRIMARY_EMAIL}
    left join sessions s on s.project_id = u.project_id and s.branch_id = u.branch_id
      and s.id = asked.session_id and s.user_id = u.id
    where u.project_id = asked.project_id and u.branch_id = asked.branch_id and u.id = asked.user_id limit 1
  ) as found`;

/**
 * One statement, shared with the calls that come at the same time. A session that is not there any more has been
 * purged after its revocation; one past its own expiry still stands behind the tokens it gave.
 */
export const resolveSession = ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) => {
  const ask = createRowGatherer<Question, Row>({ db, text: SELECT, name: 'resolve_sessions', columns: 4 });
  return async (request: ResolveSessionRequest, call: CallContext): Promise<Complete<ResolvedSession>> => {
    const { user_id, session_id } = request;
    if (!isUuid(user_id) || !isUuid(session_id)) return { user: undefined, revoked_at_millis: undefined };
    const row = await ask([...tenant(call), user_id, session_id]);
    if (!row) return { user: undefined, revoked_at_millis: undefined };
    const unknown_since = row.session_known ? undefined : clock.now();
    return { user: toUser(row), revoked_at_millis: row.session_revoked_at_millis ?? unknown_since };
  };
};
