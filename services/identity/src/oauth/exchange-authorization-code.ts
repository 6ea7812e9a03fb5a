import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { ExchangeAuthorizationCodeRequest, OAuthTokens } from '@portico/proto/identity/v1/oauth';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IdentityDeps } from '../deps.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { endSession } from '../sessions/end-session.ts';
import { findSpentCode, takeAuthorizationCode, type HeldCode } from './authorization-code.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'config' | 'signAccessToken' | 'activity'>;

const invalidCode = () => knownErrors.INVALID_AUTHORIZATION_CODE();

/** A code that comes twice, with its verifier, is in two hands: what the first one got ends too. */
const endReplayed = async (deps: Deps, call: CallContext, held: HeldCode): Promise<void> => {
  const spent = await findSpentCode(deps.db, call, held);
  if (!spent) return;
  const end = () =>
    transaction(deps.db, (tx) =>
      endSession(tx, call, { ...spent, reason: 'code_replay', now: deps.clock.now() }),
    );
  // Both hands may come at the same moment, when the session of the first is only about to begin.
  for (const pause of [0, 50, 200]) {
    await sleep(pause);
    if (await end()) return;
  }
};

/** Two round trips: the code with its user, and the session with its event. */
export const exchangeAuthorizationCode =
  (deps: Deps) =>
  async (request: ExchangeAuthorizationCodeRequest, call: CallContext): Promise<OAuthTokens> => {
    const { code, code_verifier: verifier } = request;
    if (!verifier) throw invalidCode();
    const session_id = newUuid();
    const now = deps.clock.now();
    const taken = await takeAuthorizationCode(deps.db, call, { code, verifier, session_id, now });
    if (!taken) await endReplayed(deps, call, { code, verifier });
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
