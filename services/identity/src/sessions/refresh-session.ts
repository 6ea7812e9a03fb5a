import type { CallContext } from '@portico/platform/call';
import { createRowGatherer } from '@portico/platform/db/gather-rows';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { RefreshedSession, RefreshSessionRequest } from '@portico/proto/identity/v1/sessions';
import { tenant, type Complete, type IdentityDeps } from '../deps.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';
import { TOKEN_COLUMNS, type TokenRow } from './access-token.ts';
import { redeemSpentToken, rotateRefreshToken } from './rotate-refresh-token.ts';

type Row = TokenRow & { session_id: string; rotates: boolean };

type Question = readonly [project_id: string, branch_id: string, refresh_token_hash: string, now: number];

/** `limit` keeps the planner from reading whole tables while they have few rows. */
const SELECT = `
  select asked.position, found.*
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
    with ordinality as asked (project_id, branch_id, refresh_token_hash, now_millis, position)
  cross join lateral (
    select s.id as session_id, ${TOKEN_COLUMNS}, coalesce((
        select (b.settings->>'rotate_refresh_tokens')::boolean from branches b
        where b.project_id = s.project_id and b.branch_id = s.branch_id
      ), false) as rotates
    from sessions s
    join users u on u.project_id = s.project_id and u.branch_id = s.branch_id and u.id = s.user_id
    ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}
    where s.project_id = asked.project_id and s.branch_id = asked.branch_id
      and s.refresh_token_hash = asked.refresh_token_hash
      and s.revoked_at_millis is null and s.expires_at_millis > asked.now_millis
    limit 1
  ) as found`;

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'signAccessToken' | 'activity' | 'log'>;

/**
 * One round trip, shared with the calls that come at the same time. Everything the new token says is read again,
 * so changes of the user show up here. Projects that rotate refresh tokens write as well.
 */
export const refreshSession = (deps: Deps) => {
  const { db, clock, signAccessToken, activity } = deps;
  const ask = createRowGatherer<Question, Row>({ db, text: SELECT, name: 'refresh_sessions', columns: 4 });
  const find = (refresh_token: string, call: CallContext) =>
    ask([...tenant(call), sha256Hex(refresh_token), clock.now()]);

  /** The session of a token, and the token that is to be used from now on. */
  const redeem = async (refresh_token: string, call: CallContext) => {
    const row = await find(refresh_token, call);
    if (row && !row.rotates) return { row, successor: undefined };
    const { session_id } = row ?? {};
    const rotated = session_id && (await rotateRefreshToken(deps, call, { session_id, refresh_token }));
    const successor = rotated || (await redeemSpentToken(deps, call, refresh_token));
    return { row: row ?? (successor && (await find(successor, call))), successor };
  };

  return async (
    { refresh_token }: RefreshSessionRequest,
    call: CallContext,
  ): Promise<Complete<RefreshedSession>> => {
    const { row, successor } = await redeem(refresh_token, call);
    if (!row || (row.rotates && !successor)) throw knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
    const { session_id } = row;
    const { project_id, branch_id } = call;
    activity.record(call, { user_id: row.id, session_id });
    const token = signAccessToken({ project_id, branch_id, session_id, user: row, key: row });
    return { ...token, refresh_token: successor };
  };
};
