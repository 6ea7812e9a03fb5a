import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { knownErrors } from '@portico/platform/known-errors';
import type { PasswordChanged, UpdatePasswordRequest } from '@portico/proto/identity/v1/passwords';
import { readSettings } from '../config/read-config.ts';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { selectUser } from '../users/select-user.ts';
import { checkPassword } from './password-rules.ts';

/** The session that stays: the one of the given refresh token, or of the access token when none is given. */
const keptSession = async (
  db: Db,
  call: CallContext,
  { refresh_token, user_id }: { refresh_token: string | undefined; user_id: string },
): Promise<string | undefined> => {
  if (refresh_token === undefined) return call.session_id;
  const [row] = await sql(db).query<{ id: string }>(
    `select id from sessions
     where project_id = $1 and branch_id = $2 and refresh_token_hash = $3 and user_id = $4`,
    [...tenant(call), sha256Hex(refresh_token), user_id],
  );
  return row?.id;
};

export const updatePassword =
  ({ db, clock, hasher }: Pick<IdentityDeps, 'db' | 'clock' | 'hasher'>) =>
  async (request: UpdatePasswordRequest, call: CallContext): Promise<PasswordChanged> => {
    const { old_password, new_password, refresh_token } = request;
    const settings = await readSettings(db, call);
    if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    if (!settings.allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
    checkPassword(new_password);
    const user = await selectUser(db, call, call.user_id);
    if (!user) throw knownErrors.USER_NOT_FOUND();
    if (user.password_hash === null) throw knownErrors.USER_DOES_NOT_HAVE_PASSWORD();
    const isRight = await hasher.verify(old_password, user.password_hash);
    if (!isRight) throw knownErrors.PASSWORD_CONFIRMATION_MISMATCH();

    const password_hash = await hasher.hash(new_password);
    await transaction(db, async (tx) => {
      const except = await keptSession(tx, call, { refresh_token, user_id: user.id });
      const updated = await sql(tx).execute(
        `update users set password_hash = $4
         where project_id = $1 and branch_id = $2 and id = $3 and password_hash = $5`,
        [...tenant(call), user.id, password_hash, user.password_hash],
      );
      // Somebody changed the password while the old one was being checked.
      if (updated === 0) throw knownErrors.PASSWORD_CONFIRMATION_MISMATCH();
      await revokeSessions(tx, call, { user_id: user.id, now: clock.now(), except });
    });
    return {};
  };
