import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { updatePrimaryEmail } from '../contact-channels/update-primary-email.ts';
import { tenant } from '../deps.ts';
import { refreshSearchText } from './search-text.ts';
import { lockUser, selectUser, type UserRow } from './select-user.ts';
import { userEvent } from './user.events.ts';

export interface Upgrade {
  /** Absent: the address, if there is one, stays as it is. */
  email?: { value: string; is_verified: boolean; used_for_auth: boolean };
  /** What the user has already is kept unless there is something to replace it. */
  display_name?: string | null;
  profile_image_url?: string | null;
  password_hash?: string;
  /** The address has been used to sign in by code. */
  otp_auth_enabled?: boolean;
  now: number;
}

/**
 * Makes the caller's anonymous account a regular one, keeping its id and all its data.
 * @returns undefined when the caller is nobody, or somebody regular already.
 */
export const upgradeUser = async (
  tx: EntityManager,
  call: CallContext,
  { email, now, ...given }: Upgrade,
): Promise<UserRow | undefined> => {
  const before = call.user_id === undefined ? undefined : await lockUser(tx, call, call.user_id);
  if (!before?.is_anonymous) return undefined;
  if (email) {
    const after = {
      primary_email: email.value,
      primary_email_verified: email.is_verified,
      primary_email_auth_enabled: email.used_for_auth,
    };
    await updatePrimaryEmail(tx, call, { user_id: before.id, before, after, now });
  }
  await sql(tx).execute(
    `update users
     set is_anonymous = false, password_hash = coalesce($4, password_hash),
       otp_auth_enabled = otp_auth_enabled or $5, display_name = coalesce($6, display_name),
       profile_image_url = coalesce($7, profile_image_url)
     where project_id = $1 and branch_id = $2 and id = $3`,
    [
      ...tenant(call),
      before.id,
      given.password_hash ?? null,
      given.otp_auth_enabled ?? false,
      given.display_name ?? null,
      given.profile_image_url ?? null,
    ],
  );
  await refreshSearchText(tx, call, before.id);
  const user = await selectUser(tx, call, before.id);
  if (user) await emit(tx, userEvent(call, 'user.updated', user));
  return user;
};
