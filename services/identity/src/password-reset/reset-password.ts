import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  CheckVerificationCodeRequest,
  VerificationCodeChecked,
} from '@portico/proto/identity/v1/contact_channels';
import type { PasswordChanged, ResetPasswordRequest } from '@portico/proto/identity/v1/passwords';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../config/read-config.ts';
import { findAuthChannel } from '../contact-channels/find-auth-channel.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { checkPassword } from '../passwords/password-rules.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { lockUser, selectUser } from '../users/select-user.ts';
import { userEvent } from '../users/user.events.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'hasher'>;

/** A code is as good as unknown once its address signs in nobody, or somebody else. */
const checkResetCode = async (deps: Pick<Deps, 'db' | 'clock'>, call: CallContext, code: string) => {
  const { id, method, data } = await checkCode(deps, call, { type: 'password_reset', code });
  const account = await findAuthChannel(deps.db, call, String(method.email));
  if (!account || account.user_id !== data.user_id) throw knownErrors.VERIFICATION_CODE_NOT_FOUND();
  return { id, user_id: account.user_id };
};

export const checkPasswordResetCode =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ code }: CheckVerificationCodeRequest, call: CallContext): Promise<VerificationCodeChecked> => {
    await checkResetCode(deps, call, code);
    return { is_code_valid: true };
  };

const storePassword = async (
  tx: EntityManager,
  call: CallContext,
  change: { user_id: string; password_hash: string; now: number },
): Promise<void> => {
  const { user_id, password_hash, now } = change;
  const before = await lockUser(tx, call, user_id);
  if (!before) throw knownErrors.VERIFICATION_CODE_NOT_FOUND();
  if (before.password_hash === null && before.primary_email === null) {
    throw statusError(400, 'A password needs a primary email address.');
  }
  await sql(tx).execute(
    'update users set password_hash = $4 where project_id = $1 and branch_id = $2 and id = $3',
    [...tenant(call), user_id, password_hash],
  );
  await revokeSessions(tx, call, { user_id, now });
  const after = await selectUser(tx, call, user_id);
  if (after) await emit(tx, userEvent(call, 'user.updated', after));
};

/** Ends every session, and signs nobody in: whoever has the mail still needs the second factor. */
export const resetPassword =
  (deps: Deps) =>
  async ({ code, password }: ResetPasswordRequest, call: CallContext): Promise<PasswordChanged> => {
    const { id, user_id } = await checkResetCode(deps, call, code);
    const { allow_password } = await readSettings(deps.db, call);
    if (!allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
    checkPassword(password);
    const password_hash = await deps.hasher.hash(password);
    const now = deps.clock.now();
    await transaction(deps.db, async (tx) => {
      await useCode(tx, call, { id, now });
      await storePassword(tx, call, { user_id, password_hash, now });
    });
    return {};
  };
