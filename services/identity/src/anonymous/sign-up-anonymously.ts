import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignUpAnonymouslyRequest } from '@portico/proto/identity/v1/anonymous';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import { readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { beginSession, readTokenRow } from '../sessions/begin-session.ts';
import { insertUser } from '../users/insert-user.ts';
import { tryProvisionUser } from '../users/provision-user.ts';

type Deps = Pick<IdentityDeps, 'db' | 'teams' | 'clock' | 'signAccessToken' | 'activity' | 'log'>;

/** Always a new account, whoever asks; whether people may sign up does not matter. */
export const signUpAnonymously =
  (deps: Deps) =>
  async (_request: SignUpAnonymouslyRequest, call: CallContext): Promise<SignInResult> => {
    const { allow_anonymous_sign_up } = await readSettings(deps.db, call);
    if (!allow_anonymous_sign_up) throw knownErrors.ANONYMOUS_ACCOUNTS_NOT_ENABLED();
    const user = await transaction(deps.db, (tx) =>
      insertUser(tx, call, { now: deps.clock.now(), columns: { id: newUuid(), is_anonymous: true } }),
    );
    await tryProvisionUser(deps)(call, user);
    const token = await readTokenRow(deps.db, call, user.id);
    const signIn = { is_new_user: true, reason: 'anonymous' };
    const result = token && (await beginSession(deps)(call, token, signIn));
    // Deleted by somebody else within these milliseconds.
    if (!result) throw knownErrors.USER_NOT_FOUND();
    return result;
  };
