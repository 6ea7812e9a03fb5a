/** What we have to remember while somebody is at a provider. Found by a random state, taken once. */
import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret } from '@portico/platform/ids';
import { tenant, type IdentityDeps } from '../deps.ts';

const LIFETIME_MILLIS = 10 * 60_000;

export interface OAuthState {
  provider_id: string;
  type: 'authenticate' | 'link';
  redirect_uri: string;
  scope: string;
  state: string;
  code_challenge: string;
  code_challenge_method: string;
  verifier: string;
  user_id?: string;
  provider_scope?: string;
  error_redirect_url?: string;
  after_callback_redirect_url?: string;
}

export interface TakenState {
  state: OAuthState;
  /** The project it began in. */
  call: CallContext;
  is_expired: boolean;
}

interface Row {
  project_id: string;
  branch_id: string;
  data_sealed: string;
  expires_at_millis: number;
}

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>;

const placeOf = (state_hash: string, [project_id, branch_id]: readonly [string, string]): string =>
  `oauth-state:${project_id}:${branch_id}:${state_hash}`;

/** @returns the inner state. */
export const storeState = async (
  { db, keyring, clock }: Deps,
  call: CallContext,
  state: OAuthState,
): Promise<string> => {
  const inner_state = newSecret();
  const state_hash = sha256Hex(inner_state);
  const data_sealed = keyring.seal(JSON.stringify(state), placeOf(state_hash, tenant(call)));
  await sql(db).execute(
    `insert into oauth_states (project_id, branch_id, state_hash, data_sealed, expires_at_millis)
     values ($1, $2, $3, $4, $5)`,
    [...tenant(call), state_hash, data_sealed, clock.now() + LIFETIME_MILLIS],
  );
  return inner_state;
};

/** Removes it. Of any number of callbacks with one state, one gets it. */
export const takeState = async (
  { db, keyring, clock }: Deps,
  call: CallContext,
  inner_state: string,
): Promise<TakenState | undefined> => {
  const state_hash = sha256Hex(inner_state);
  const [row] = await sql(db).query<Row>('delete from oauth_states where state_hash = $1 returning *', [
    state_hash,
  ]);
  if (!row) return undefined;
  const { project_id, branch_id, expires_at_millis } = row;
  const state = JSON.parse(
    keyring.open(row.data_sealed, placeOf(state_hash, [project_id, branch_id])),
  ) as OAuthState;
  const { request_id, deadline_millis, end_user_ip_info } = call;
  return {
    state,
    call: {
      ...systemCall(project_id, branch_id),
      request_id,
      deadline_millis,
      end_user_ip_info,
      user_id: state.user_id,
    },
    is_expired: expires_at_millis <= clock.now(),
  };
};
