import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  CheckVerificationCodeRequest,
  VerificationCodeChecked,
} from '@portico/proto/identity/v1/contact_channels';
import type { SignInWithOtpRequest } from '@portico/proto/identity/v1/otp';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../config/read-config.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { beginSession, readTokenRow } from '../sessions/begin-session.ts';
import { normaliseEmail } from '../users/email-address.ts';
import { insertUser } from '../users/insert-user.ts';
import { tryProvisionUser } from '../users/provision-user.ts';
import { renamePersonalTeams } from '../users/rename-personal-teams.ts';
import type { UserRow } from '../users/select-user.ts';
import { upgradeUser } from '../users/upgrade-user.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';
import { findOtpAccount, requireOtp } from './otp-account.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'signAccessToken' | 'activity' | 'log'>;

const type = 'one_time_password';

interface Account {
  user_id: string;
  /** Who has just become an account, and how. */
  created?: UserRow;
  upgraded?: UserRow;
}

/** The account behind the address: the one it has, the caller's anonymous one, or a new one. */
const openAccount = async (
  tx: EntityManager,
  call: CallContext,
  request: { email: string; user_id: string | undefined; now: number },
): Promise<Account> => {
  const { email, user_id, now } = request;
  if (user_id !== undefined) {
    await sql(tx).execute(
      `update users set otp_auth_enabled = true
       where project_id = $1 and branch_id = $2 and id = $3 and not otp_auth_enabled`,
      [...tenant(call), user_id],
    );
    return { user_id };
  }
  const channel = { value: normaliseEmail(email), is_verified: true, used_for_auth: true };
  const upgraded = await upgradeUser(tx, call, { email: channel, otp_auth_enabled: true, now });
  if (upgraded) return { user_id: upgraded.id, upgraded };
  const columns = { id: newUuid(), otp_auth_enabled: true };
  const created = await insertUser(tx, call, { email: channel, now, columns });
  return { user_id: created.id, created };
};

const followUp = async (deps: Deps, call: CallContext, { created, upgraded }: Account): Promise<void> => {
  if (created) await tryProvisionUser(deps)(call, created);
  if (!upgraded) return;
  const { id: user_id, primary_email } = upgraded;
  await renamePersonalTeams(deps, call, { user_id, primary_email: primary_email ?? undefined });
};

export const checkSignInCode =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ code }: CheckVerificationCodeRequest, call: CallContext): Promise<VerificationCodeChecked> => {
    await checkCode(deps, call, { type, code });
    return { is_code_valid: true };
  };

/** Everything that can be refused is, before the code is used up. */
export const signInWithOtp =
  (deps: Deps) =>
  async ({ code }: SignInWithOtpRequest, call: CallContext): Promise<SignInResult> => {
    const { id, method } = await checkCode(deps, call, { type, code });
    const email = String(method.email);
    const account = await transaction(deps.db, async (tx) => {
      const settings = await readSettings(tx, call);
      requireOtp(settings);
      const known = await findOtpAccount(tx, call, { email, settings });
      const now = deps.clock.now();
      await useCode(tx, call, { id, now });
      return openAccount(tx, call, { email, user_id: known?.user_id, now });
    });
    await followUp(deps, call, account);
    const token = await readTokenRow(deps.db, call, account.user_id);
    const is_new_user = account.created !== undefined || account.upgraded !== undefined;
    const result = token && (await beginSession(deps)(call, token, { is_new_user, reason: 'otp' }));
    // Deleted by somebody else within these milliseconds.
    if (!result) throw knownErrors.USER_NOT_FOUND();
    return result;
  };
