import { systemCall, type CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { DeleteUserRequest, DeleteUserResponse } from '@portico/proto/identity/v1/users';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../config/read-config.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { requireOwnUser } from './own-user.ts';
import { lockUser } from './select-user.ts';
import { userExistsIn } from './user-exists.ts';
import { userEvent } from './user.events.ts';

/** Sessions stay, revoked, so that a stale access token is not taken for one of a living session. */
const removeEverything = async (tx: EntityManager, parameters: unknown[], now: number): Promise<void> => {
  for (const table of ['contact_channels', 'oauth_accounts', 'passkeys', 'recovery_codes', 'factor_tries']) {
    await sql(tx).execute(
      `delete from ${table} where project_id = $1 and branch_id = $2 and user_id = $3`,
      parameters,
    );
  }
  await sql(tx).execute(
    `update sessions set revoked_at_millis = $4
     where project_id = $1 and branch_id = $2 and user_id = $3 and revoked_at_millis is null`,
    [...parameters, now],
  );
  await sql(tx).execute('delete from users where project_id = $1 and branch_id = $2 and id = $3', parameters);
};

const checkClient = async (db: IdentityDeps['db'], call: CallContext, user_id: string): Promise<void> => {
  if (call.access_type !== 'client') return;
  const { allow_client_user_deletion } = await readSettings(db, call);
  if (!allow_client_user_deletion)
    throw statusError(400, 'This project does not let users delete their account.');
  requireOwnUser(call, user_id, 'A client may delete the current user only.');
};

/**
 * Deletes a user everywhere. The teams service goes first: when it is away nothing has happened yet.
 * The event sweeps up what was added to the user in between.
 */
export const deleteUser =
  ({ db, teams, clock }: Pick<IdentityDeps, 'db' | 'teams' | 'clock'>) =>
  async ({ user_id }: DeleteUserRequest, call: CallContext): Promise<DeleteUserResponse> => {
    await checkClient(db, call, user_id);
    if (!(await userExistsIn(db, call, user_id))) throw knownErrors.USER_NOT_FOUND();
    await teams.provisioning.deprovisionUser({ user_id }, systemCall(...tenant(call)));
    await transaction(db, async (tx) => {
      const user = await lockUser(tx, call, user_id);
      if (!user) throw knownErrors.USER_NOT_FOUND();
      await removeEverything(tx, [...tenant(call), user_id], clock.now());
      await emit(tx, userEvent(call, 'user.deleted', user));
    });
    return {};
  };
