import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type {
  ContactChannel,
  UpdateContactChannelRequest,
} from '@portico/proto/identity/v1/contact_channels';
import type { EntityManager } from 'typeorm';
import { tenant, type IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { checkEmailLength, normaliseEmail } from '../users/email-address.ts';
import { refreshSearchText } from '../users/search-text.ts';
import { lockUser } from '../users/select-user.ts';
import { isAuthEmailTaken } from './auth-email.ts';
import {
  asChannelError,
  demotePrimary,
  hasOther,
  noSuchChannel,
  ownTwice,
  requireChannelOwner,
  takenForAuth,
} from './channel-rules.ts';
import { channelEvent } from './contact-channel.events.ts';
import { findContactChannels, toContactChannel, type ContactChannelRow } from './contact-channel.ts';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'keyring'>;

const checkAgainstOthers = async (
  tx: EntityManager,
  call: CallContext,
  { before, after }: { before: ContactChannelRow; after: ContactChannelRow },
): Promise<void> => {
  const { value, used_for_auth } = after;
  const isNewForAuth = used_for_auth && !(before.used_for_auth && before.value === value);
  if (isNewForAuth && (await isAuthEmailTaken(tx, call, value))) throw takenForAuth(null);
  if (before.value !== value && (await hasOther(tx, call, after))) throw ownTwice();
};

/** Only what was given is written, so that a verification of the same moment is not undone. */
const write = async (
  tx: EntityManager,
  call: CallContext,
  { contact_channel_id, value, ...given }: UpdateContactChannelRequest,
): Promise<ContactChannelRow> => {
  const is_verified = given.is_verified ?? (value === undefined ? null : false);
  const [row] = await sql(tx).query<ContactChannelRow>(
    `update contact_channels
     set value = coalesce($4, value), used_for_auth = coalesce($5, used_for_auth),
       is_primary = coalesce($6, is_primary), is_verified = coalesce($7, is_verified)
     where project_id = $1 and branch_id = $2 and id = $3
     returning *`,
    [
      ...tenant(call),
      contact_channel_id,
      value ?? null,
      given.used_for_auth ?? null,
      given.is_primary ?? null,
      is_verified,
    ],
  );
  if (!row) throw noSuchChannel(400);
  return row;
};

const SIGN_IN_FIELDS = ['value', 'used_for_auth', 'is_primary'] as const;

const change = async (
  tx: EntityManager,
  call: CallContext,
  { keyring, ...request }: UpdateContactChannelRequest & Pick<Deps, 'keyring'>,
): Promise<ContactChannelRow> => {
  const { user_id } = request;
  const user = await lockUser(tx, call, user_id);
  const [before] = await findContactChannels(tx, call, request);
  if (!user || !before) throw noSuchChannel(400);
  const { value = before.value, used_for_auth = before.used_for_auth } = request;
  await checkAgainstOthers(tx, call, { before, after: { ...before, value, used_for_auth } });
  if (request.is_primary && !before.is_primary) await demotePrimary(tx, call, user_id);
  const after = await write(tx, call, request);
  await emit(tx, channelEvent(call, 'contact_channel.updated', after));
  if (after.value !== before.value) await refreshSearchText(tx, call, user_id);
  if (SIGN_IN_FIELDS.some((field) => after[field] !== before[field])) {
    await notifyOfChange(tx, call, { keyring, user, change: 'An email address has been changed.' });
  }
  return after;
};

export const updateContactChannel =
  ({ db, clock, keyring }: Deps) =>
  async (request: UpdateContactChannelRequest, call: CallContext): Promise<ContactChannel> => {
    await requireChannelOwner({ db, clock }, call, request);
    checkEmailLength(request.value ?? '');
    const value = request.value === undefined ? undefined : normaliseEmail(request.value);
    const changed = transaction(db, (tx) => change(tx, call, { ...request, value, keyring }));
    const row = await changed.catch((error: unknown) => {
      throw asChannelError(error, null);
    });
    return toContactChannel(row);
  };
