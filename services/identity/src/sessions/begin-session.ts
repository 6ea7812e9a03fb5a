/** The last step of every way to sign in. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';
import { isUuid } from '../uuid.ts';
import { createCode } from '../verification-codes/create-code.ts';
import { TOKEN_COLUMNS, type TokenRow } from './access-token.ts';
import { insertSession, type NewSession } from './insert-session.ts';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'signAccessToken' | 'activity'>;

const MFA_CODE_MILLIS = 5 * 60_000;

export interface SignIn extends Omit<NewSession, 'user_id' | 'now'> {
  is_new_user: boolean;
}

const SELECT_TOKEN_ROW = `
  select ${TOKEN_COLUMNS} from users u ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}
  where u.project_id = $1 and u.branch_id = $2 and u.id = $3`;

/** What a token of the user is made from. */
export const readTokenRow = async (
  db: Db,
  call: CallContext,
  user_id: string,
): Promise<TokenRow | undefined> => {
  if (!isUuid(user_id)) return undefined;
  const parameters = [...tenant(call), user_id];
  const [row] = await sql(db).query<TokenRow>(SELECT_TOKEN_ROW, parameters, { name: 'token_row' });
  return row;
};

/** A session for a user whose row has been read. Nothing here asks for a second factor. */
export const openSession =
  ({ db, clock, signAccessToken, activity }: Deps) =>
  async (call: CallContext, user: TokenRow, session: Omit<NewSession, 'user_id' | 'now'>) => {
    const inserted = await insertSession(db, call, { ...session, user_id: user.id, now: clock.now() });
    if (!inserted) return undefined;
    const { session_id, refresh_token } = inserted;
    const { project_id, branch_id } = call;
    const { access_token } = signAccessToken({ project_id, branch_id, session_id, user, key: user });
    activity.record(call, { user_id: user.id });
    return { access_token, refresh_token };
  };

/**
 * Signs a user in whose first factor has been checked.
 * @returns undefined when the user, or the checked password, has gone since.
 * @throws MULTI_FACTOR_AUTHENTICATION_REQUIRED when the user has a second factor.
 */
export const beginSession =
  (deps: Deps) =>
  async (call: CallContext, user: TokenRow, signIn: SignIn): Promise<SignInResult | undefined> => {
    const { is_new_user, ...session } = signIn;
    if (user.requires_totp_mfa) {
      const attempt_code = await createCode(deps.db, call, {
        type: 'mfa',
        lifetime_millis: MFA_CODE_MILLIS,
        data: { user_id: user.id, is_new_user },
        subject: user.id,
        now: deps.clock.now(),
      });
      throw knownErrors.MULTI_FACTOR_AUTHENTICATION_REQUIRED({ attempt_code });
    }
    const tokens = await openSession(deps)(call, user, session);
    return tokens && { ...tokens, is_new_user, user_id: user.id };
  };
