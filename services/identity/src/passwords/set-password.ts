import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { PasswordChanged, SetPasswordRequest } from '@portico/proto/identity/v1/passwords';
import { readSettings } from '../config/read-config.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { selectUser } from '../users/select-user.ts';
import { checkPassword } from './password-rules.ts';

/** A first password for a user without one; sessions stay. */
export const setPassword =
  ({ db, hasher, keyring, clock }: Pick<IdentityDeps, 'db' | 'hasher' | 'keyring' | 'clock'>) =>
  async ({ password }: SetPasswordRequest, call: CallContext): Promise<PasswordChanged> => {
    const settings = await readSettings(db, call);
    if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    if (!settings.allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
    checkPassword(password);
    const user = await selectUser(db, call, call.user_id);
    if (!user) throw knownErrors.USER_NOT_FOUND();
    const alreadySet = () => statusError(400, 'The user has a password already. Update it instead.');
    if (user.password_hash !== null) throw alreadySet();
    await requireFreshSession({ db, clock }, call);
    const password_hash = await hasher.hash(password);
    await transaction(db, async (tx) => {
      const updated = await sql(tx).execute(
        `update users set password_hash = $4
         where project_id = $1 and branch_id = $2 and id = $3 and password_hash is null`,
        [...tenant(call), user.id, password_hash],
      );
      if (updated === 0) throw alreadySet();
      await notifyOfChange(tx, call, { keyring, user, change: 'A password has been set.' });
    });
    return {};
  };
