import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { timingSafeEqualText } from '@portico/platform/hash';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { ExchangeAuthorizationCodeRequest, OAuthTokens } from '@portico/proto/identity/v1/oauth';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IdentityDeps } from '../deps.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { endSession } from '../sessions/end-session.ts';
import {
  findAuthorizationCode,
  takeAuthorizationCode,
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
  const end = () =>
    transaction(deps.db, (tx) =>
      endSession(tx, call, { session_id, user_id, reason: 'code_replay', now: deps.clock.now() }),
    );
  // Both hands may come at the same moment, when the session of the first is only about to begin.
  for (const pause of [0, 50, 200]) {
    await sleep(pause);
    if (await end()) return;
  }
};

/** Why a code could not be taken decides whether it was replayed. */
const refuse = async (
  deps: Deps,
  call: CallContext,
  { code, code_verifier }: ExchangeAuthorizationCodeRequest,
): Promise<void> => {
  const row = await findAuthorizationCode(deps.db, call, code);
  if (row?.used_at_millis != null && proves(row, code_verifier)) await endReplayed(deps, call, row);
};

/** Two round trips: the code with its user, and the session with its event. */
export const exchangeAuthorizationCode =
  (deps: Deps) =>
  async (request: ExchangeAuthorizationCodeRequest, call: CallContext): Promise<OAuthTokens> => {
    const { code, code_verifier: verifier = '' } = request;
    const session_id = newUuid();
    const now = deps.clock.now();
    const challenge = pkceChallenge(verifier);
    const asked = { code, verifier, challenge, session_id, now };
    const taken = verifier === '' ? undefined : await takeAuthorizationCode(deps.db, call, asked);
    if (!taken) await refuse(deps, call, request);
    if (!taken) throw invalidCode();
    if (request.redirect_uri !== taken.redirect_uri) {
      throw statusError(400, 'The redirect_uri is not the one this sign-in began with.');
    }
    const signIn = { is_new_user: taken.is_new_user, reason: 'oauth', session_id };
    const result = await beginSession(deps)(call, taken, signIn);
    if (!result) throw invalidCode();
    const { access_token, refresh_token, is_new_user } = result;
    return {
      access_token,
      refresh_token,
      expires_in: Math.max(1, Math.floor(deps.config.PORTICO_ACCESS_TOKEN_LIFETIME / 1000)),
      is_new_user,
      after_callback_redirect_url: taken.after_callback_redirect_url ?? undefined,
    };
  };
