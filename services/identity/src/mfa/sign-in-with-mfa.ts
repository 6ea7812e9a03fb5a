import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignInWithMfaRequest } from '@portico/proto/identity/v1/mfa';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { openSession, readTokenRow } from '../sessions/begin-session.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';
import { secondFactorOf, type Holder } from './second-factor.ts';
import { giveTryBack, takeTry } from './take-try.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'signAccessToken' | 'activity'>;

/** The user of an attempt, while there still is a second factor to ask for. */
const findHolder = async (db: Db, call: CallContext, user_id: string): Promise<Holder> => {
  const [row] = await sql(db).query<{ totp_secret_sealed: string | null }>(
    'select totp_secret_sealed from users where project_id = $1 and branch_id = $2 and id = $3',
    [...tenant(call), user_id],
  );
  if (!row?.totp_secret_sealed) throw knownErrors.VERIFICATION_CODE_NOT_FOUND();
  return { user_id, totp_secret_sealed: row.totp_secret_sealed };
};

/** Attempt, factor and step are used up together; a wrong factor leaves the attempt for another try. */
export const signInWithMfa =
  (deps: Deps) =>
  async (request: SignInWithMfaRequest, call: CallContext): Promise<SignInResult> => {
    const attempt = await checkCode(deps, call, { type: 'mfa', code: request.attempt_code });
    const holder = await findHolder(deps.db, call, String(attempt.data.user_id));
    const { user_id } = holder;
    const factor = secondFactorOf(deps, call, { request, holder });
    const taken = { user_id, factor: factor.name };
    await takeTry(deps, call, taken);
    await transaction(deps.db, async (tx) => {
      await useCode(tx, call, { id: attempt.id, now: deps.clock.now() });
      await factor.use(tx);
    });
    await giveTryBack(deps, call, taken);
    const token = await readTokenRow(deps.db, call, user_id);
    const tokens = token && (await openSession(deps)(call, token, { reason: factor.name }));
    // Deleted by somebody else within these milliseconds.
    if (!tokens) throw knownErrors.VERIFICATION_CODE_NOT_FOUND();
    return { ...tokens, is_new_user: attempt.data.is_new_user === true, user_id };
  };
