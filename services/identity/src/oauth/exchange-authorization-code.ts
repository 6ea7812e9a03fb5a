import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { timingSafeEqualText } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { ExchangeAuthorizationCodeRequest, OAuthTokens } from '@portico/proto/identity/v1/oauth';
import type { IdentityDeps } from '../deps.ts';
import { beginSession, readTokenRow } from '../sessions/begin-session.ts';
import { endSession } from '../sessions/end-session.ts';
import {
  findAuthorizationCode,
  noteSession,
  useAuthorizationCode,
  type AuthorizationCodeRow,
} from './authorization-code.ts';
import { pkceChallenge } from './authorization-url.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'config' | 'signAccessToken' | 'activity'>;

const invalidCode = () => knownErrors.INVALID_AUTHORIZATION_CODE();

const proves = (row: AuthorizationCodeRow, verifier: string | undefined): boolean => {
  if (verifier === undefined || verifier === '') return false;
  const challenge = row.code_challenge_method === 'plain' ? verifier : pkceChallenge(verifier);
  return timingSafeEqualText(challenge, row.code_challenge);
};

/** A code that comes twice, with its verifier, is in two hands: what the first one got ends too. */
const endReplayed = async (deps: Deps, call: CallContext, row: AuthorizationCodeRow): Promise<void> => {
  const { session_id, user_id } = row;
  if (session_id === null) return;
  const now = deps.clock.now();
  await transaction(deps.db, (tx) =>
    endSession(tx, call, { session_id, user_id, reason: 'code_replay', now }),
  );
};

/** @throws INVALID_AUTHORIZATION_CODE unless the code is known, fresh, unused and in the right hands. */
const takeCode = async (
  deps: Deps,
  call: CallContext,
  { code, code_verifier }: ExchangeAuthorizationCodeRequest,
): Promise<AuthorizationCodeRow> => {
  const { db, clock } = deps;
  const row = await findAuthorizationCode(db, call, code);
  if (!row || !proves(row, code_verifier)) throw invalidCode();
  if (row.used_at_millis !== null) {
    await endReplayed(deps, call, row);
    throw invalidCode();
  }
  const now = clock.now();
  if (row.expires_at_millis <= now) throw invalidCode();
  if (!(await useAuthorizationCode(db, call, { code_hash: row.code_hash, now }))) throw invalidCode();
  return row;
};

export const exchangeAuthorizationCode =
  (deps: Deps) =>
  async (request: ExchangeAuthorizationCodeRequest, call: CallContext): Promise<OAuthTokens> => {
    const row = await takeCode(deps, call, request);
    if (request.redirect_uri !== row.redirect_uri) {
      throw statusError(400, 'The redirect_uri is not the one this sign-in began with.');
    }
    const user = await readTokenRow(deps.db, call, row.user_id);
    const signIn = { is_new_user: row.is_new_user, reason: 'oauth' };
    const result = user && (await beginSession(deps)(call, user, signIn));
    if (!result) throw invalidCode();
    const { access_token, refresh_token, is_new_user } = result;
    await noteSession(deps.db, call, { code_hash: row.code_hash, refresh_token });
    return {
      access_token,
      refresh_token,
      expires_in: Math.max(1, Math.floor(deps.config.PORTICO_ACCESS_TOKEN_LIFETIME / 1000)),
      is_new_user,
      after_callback_redirect_url: row.after_callback_redirect_url ?? undefined,
    };
  };
