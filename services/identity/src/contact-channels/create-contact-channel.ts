import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  ContactChannel,
  CreateContactChannelRequest,
} from '@portico/proto/identity/v1/contact_channels';
import type { EntityManager } from 'typeorm';
import type { IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { checkEmailLength, normaliseEmail } from '../users/email-address.ts';
import { refreshSearchText } from '../users/search-text.ts';
import { lockUser } from '../users/select-user.ts';
import { asChannelError, demotePrimary, hasOther, ownTwice, requireChannelOwner } from './channel-rules.ts';
import { channelEvent } from './contact-channel.events.ts';
import { toContactChannel, type ContactChannelRow } from './contact-channel.ts';
import { insertEmailChannel } from './insert-email-channel.ts';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'keyring'>;

const add = async (
  tx: EntityManager,
  call: CallContext,
  { clock, keyring, ...channel }: CreateContactChannelRequest & Omit<Deps, 'db'>,
): Promise<ContactChannelRow> => {
  const { user_id } = channel;
  const user = await lockUser(tx, call, user_id);
  if (!user) throw knownErrors.USER_NOT_FOUND();
  if (await hasOther(tx, call, channel)) throw ownTwice();
  if (channel.is_primary) await demotePrimary(tx, call, user_id);
  const row = await insertEmailChannel(tx, call, { ...channel, created_at_millis: clock.now() });
  await emit(tx, channelEvent(call, 'contact_channel.created', row));
  await refreshSearchText(tx, call, user_id);
  await notifyOfChange(tx, call, { keyring, user, change: 'An email address has been added.' });
  return row;
};

export const createContactChannel =
  ({ db, ...deps }: Deps) =>
  async (request: CreateContactChannelRequest, call: CallContext): Promise<ContactChannel> => {
    await requireChannelOwner({ db, ...deps }, call, request);
    checkEmailLength(request.value);
    const channel = { ...request, value: normaliseEmail(request.value) };
    const added = transaction(db, (tx) => add(tx, call, { ...channel, ...deps }));
    const row = await added.catch((error: unknown) => {
      throw asChannelError(error, channel.value);
    });
    return toContactChannel(row);
  };
