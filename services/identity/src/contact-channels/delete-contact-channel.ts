import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type {
  ContactChannelDeleted,
  DeleteContactChannelRequest,
} from '@portico/proto/identity/v1/contact_channels';
import { tenant, type IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { refreshSearchText } from '../users/search-text.ts';
import { lockUser } from '../users/select-user.ts';
import { noSuchChannel, requireChannelOwner } from './channel-rules.ts';
import { channelEvent } from './contact-channel.events.ts';
import { findContactChannels } from './contact-channel.ts';

/** The primary and the last one may go, too; nothing takes the place of the primary one. */
export const deleteContactChannel =
  ({ db, clock, keyring }: Pick<IdentityDeps, 'db' | 'clock' | 'keyring'>) =>
  async (request: DeleteContactChannelRequest, call: CallContext): Promise<ContactChannelDeleted> => {
    const { user_id } = request;
    await requireChannelOwner({ db, clock }, call, request);
    await transaction(db, async (tx) => {
      const user = await lockUser(tx, call, user_id);
      const [channel] = await findContactChannels(tx, call, request);
      if (!user || !channel) throw noSuchChannel(400);
      await sql(tx).execute(
        'delete from contact_channels where project_id = $1 and branch_id = $2 and id = $3',
        [...tenant(call), channel.id],
      );
      await emit(tx, channelEvent(call, 'contact_channel.deleted', channel));
      await refreshSearchText(tx, call, user_id);
      await notifyOfChange(tx, call, { keyring, user, change: 'An email address has been removed.' });
    });
    return {};
  };
