/** The rules between one address of a user and all the others, and who may change one. */
import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql } from '@portico/platform/db/sql';
import { KnownError, statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { channelEvent } from './contact-channel.events.ts';
import { findContactChannels, type ContactChannelRow } from './contact-channel.ts';

export const ownTwice = () => statusError(400, 'The user has this contact channel already.');

export const noSuchChannel = (status: 400 | 404) =>
  statusError(status, 'The user has no such contact channel.');

/** A new address names itself in the refusal, a changed one does not. */
export const takenForAuth = (contact_channel_value: string | null) =>
  knownErrors.CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE({
    type: 'email',
    contact_channel_value,
    would_work_if_email_was_verified: false,
  });

/** What the indexes refuse: for a new address their word is the only one, for a changed one that of a lost race. */
export const asChannelError = (error: unknown, contact_channel_value: string | null): unknown => {
  const isTaken =
    isUniqueViolation(error, 'contact_channels_auth') ||
    (error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS');
  if (isTaken) return takenForAuth(contact_channel_value);
  return isUniqueViolation(error, 'contact_channels_value') ? ownTwice() : error;
};

/** Clients change their own addresses, with a recent sign-in where the project asks for one. */
export const requireChannelOwner = async (
  deps: { db: Db } & Pick<IdentityDeps, 'clock'>,
  call: CallContext,
  { user_id, is_verified }: { user_id: string; is_verified?: boolean | undefined },
): Promise<void> => {
  requireOwnUser(call, user_id, 'A client may change the contact channels of the current user only.');
  if (call.access_type === 'client' && is_verified) {
    throw statusError(400, 'A client verifies an address with the code that was mailed to it.');
  }
  await requireFreshSession(deps, call);
};

/** Whether the user has the address as another channel already. */
export const hasOther = async (
  tx: EntityManager,
  call: CallContext,
  { user_id, value, id }: { user_id: string; value: string; id?: string },
): Promise<boolean> =>
  (await findContactChannels(tx, call, { user_id })).some((one) => one.value === value && one.id !== id);

/** Makes room for another primary address. The user has to be locked. */
export const demotePrimary = async (tx: EntityManager, call: CallContext, user_id: string): Promise<void> => {
  const demoted = await sql(tx).query<ContactChannelRow>(
    `update contact_channels set is_primary = false
     where project_id = $1 and branch_id = $2 and user_id = $3 and type = 'email' and is_primary
     returning *`,
    [...tenant(call), user_id],
  );
  for (const row of demoted) await emit(tx, channelEvent(call, 'contact_channel.updated', row));
};
