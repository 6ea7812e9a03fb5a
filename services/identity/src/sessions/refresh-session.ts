import type { CallContext } from '@portico/platform/call';
import { createRowGatherer } from '@portico/platform/db/gather-rows';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { RefreshedSession, RefreshSessionRequest } from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';
import { TOKEN_COLUMNS, type TokenRow } from './access-token.ts';

type Row = TokenRow & { session_id: string };

type Question = readonly [project_id: string, branch_id: string, refresh_token_hash: string, now: number];

/** `limit` keeps the planner from reading whole tables while they have few rows. */
const SELECT = `
  select asked.position, found.*
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
    with ordinality as asked (project_id, branch_id, refresh_token_hash, now_millis, position)
  cross join lateral (
    select s.id as session_id, ${TOKEN_COLUMNS}
    from sessions s
    join users u on u.project_id = s.project_id and u.branch_id = s.branch_id and u.id = s.user_id
    ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}
    where s.project_id = asked.project_id and s.branch_id = asked.branch_id
      and s.refresh_token_hash = asked.refresh_token_hash
      and s.revoked_at_millis is null and s.expires_at_millis > asked.now_millis
    limit 1
  ) as found`;

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'signAccessToken' | 'activity'>;

/**
 * One round trip, shared with the calls that come at the same time. Everything the new token says is read again,
 * so changes of the user show up here.
 */
export const refreshSession = ({ db, clock, signAccessToken, activity }: Deps) => {
  const ask = createRowGatherer<Question, Row>({ db, text: SELECT, name: 'refresh_sessions', columns: 4 });
  return async (
    { refresh_token }: RefreshSessionRequest,
    call: CallContext,
  ): Promise<Complete<RefreshedSession>> => {
    const row = await ask([...tenant(call), sha256Hex(refresh_token), clock.now()]);
    if (!row) throw knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
    const { session_id } = row;
    const { project_id, branch_id } = call;
    activity.record(call, { user_id: row.id, session_id });
    const token = signAccessToken({ project_id, branch_id, session_id, user: row, key: row });
    return { ...token, refresh_token: undefined };
  };
};
