import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { tenant } from '../deps.ts';
import { emailTaken, type EmailState } from '../users/email-address.ts';
import { isAuthEmailTaken } from './auth-email.ts';
import { insertEmailChannel } from './insert-email-channel.ts';

export interface PrimaryEmailChange {
  user_id: string;
  before: EmailState;
  after: EmailState;
  now: number;
}

const PRIMARY = `project_id = $1 and branch_id = $2 and user_id = $3 and type = 'email' and is_primary`;

/** Whether the user had the address already as another channel; it becomes the primary one then. */
const promote = async (
  tx: EntityManager,
  call: CallContext,
  change: PrimaryEmailChange,
): Promise<boolean> => {
  const { user_id, after } = change;
  const other = `project_id = $1 and branch_id = $2 and user_id = $3 and type = 'email' and value = $4`;
  const parameters = [...tenant(call), user_id, after.primary_email];
  const [own] = await sql(tx).query(
    `select 1 from contact_channels where ${other} and not is_primary`,
    parameters,
  );
  if (!own) return false;
  await sql(tx).execute(`delete from contact_channels where ${PRIMARY}`, parameters.slice(0, 3));
  await sql(tx).execute(
    `update contact_channels set is_primary = true, is_verified = $5, used_for_auth = $6 where ${other}`,
    [...parameters, after.primary_email_verified, after.primary_email_auth_enabled],
  );
  return true;
};

const write = async (tx: EntityManager, call: CallContext, change: PrimaryEmailChange): Promise<void> => {
  const { user_id, before, after, now } = change;
  const parameters = [...tenant(call), user_id];
  if (after.primary_email === null) {
    await sql(tx).execute(`delete from contact_channels where ${PRIMARY}`, parameters);
    return;
  }
  if (after.primary_email !== before.primary_email && (await promote(tx, call, change))) return;
  const flags = {
    is_verified: after.primary_email_verified,
    used_for_auth: after.primary_email_auth_enabled,
  };
  if (before.primary_email === null) {
    const channel = {
      ...flags,
      user_id,
      value: after.primary_email,
      is_primary: true,
      created_at_millis: now,
    };
    await insertEmailChannel(tx, call, channel);
    return;
  }
  await sql(tx).execute(
    `update contact_channels set value = $4, is_verified = $5, used_for_auth = $6 where ${PRIMARY}`,
    [...parameters, after.primary_email, flags.is_verified, flags.used_for_auth],
  );
};

/**
 * Brings the primary address from one state to another. A new address for signing in must be nobody's
 * yet, not even the same user's second one.
 * @throws USER_EMAIL_ALREADY_EXISTS
 */
export const updatePrimaryEmail = async (
  tx: EntityManager,
  call: CallContext,
  change: PrimaryEmailChange,
): Promise<void> => {
  const { before, after } = change;
  const address = after.primary_email;
  const isNewAddress = address !== null && address !== before.primary_email;
  if (isNewAddress && after.primary_email_auth_enabled && (await isAuthEmailTaken(tx, call, address))) {
    throw emailTaken(address);
  }
  try {
    await write(tx, call, change);
  } catch (error) {
    if (!isUniqueViolation(error, 'contact_channels_auth')) throw error;
    throw emailTaken(address ?? '');
  }
};
