import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  CountRecoveryCodesRequest,
  CreateRecoveryCodesRequest,
  RecoveryCodeCount,
  RecoveryCodes,
} from '@portico/proto/identity/v1/mfa';
import { tenant, type IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { lockUser } from '../users/select-user.ts';
import { newRecoveryCode, recoveryCodeHash } from './recovery-code.ts';
import { removeRecoveryCodes } from './remove-recovery-codes.ts';

const COUNT = 10;

/** The ones from before count no more: whoever asks has lost them, or fears that somebody found them. */
export const createRecoveryCodes =
  ({ db, keyring, clock }: Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>) =>
  async (_request: CreateRecoveryCodesRequest, call: CallContext): Promise<RecoveryCodes> => {
    if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    const user_id = call.user_id;
    await requireFreshSession({ db, clock }, call);
    const recovery_codes = Array.from({ length: COUNT }, newRecoveryCode);
    await transaction(db, async (tx) => {
      const user = await lockUser(tx, call, user_id);
      if (!user) throw knownErrors.USER_NOT_FOUND();
      if (!user.requires_totp_mfa) throw statusError(400, 'Turn on the second factor first.');
      await removeRecoveryCodes(tx, call, user_id);
      await sql(tx).execute(
        `insert into recovery_codes (project_id, branch_id, user_id, code_hash, created_at_millis)
         select $1, $2, $3, hash, $5 from unnest($4::text[]) as hash`,
        [...tenant(call), user_id, recovery_codes.map(recoveryCodeHash), clock.now()],
      );
      await notifyOfChange(tx, call, { keyring, user, change: 'New recovery codes have been made.' });
    });
    return { recovery_codes };
  };

export const countRecoveryCodes =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (_request: CountRecoveryCodesRequest, call: CallContext): Promise<RecoveryCodeCount> => {
    if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    const [row] = await sql(db).query<{ unused: number }>(
      `select count(*)::int as unused from recovery_codes
       where project_id = $1 and branch_id = $2 and user_id = $3 and used_at_millis is null`,
      [...tenant(call), call.user_id],
    );
    return { unused: row?.unused ?? 0 };
  };
