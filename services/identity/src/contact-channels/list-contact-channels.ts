import type { CallContext } from '@portico/platform/call';
import type {
  ContactChannelList,
  ListContactChannelsRequest,
} from '@portico/proto/identity/v1/contact_channels';
import type { IdentityDeps } from '../deps.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { findContactChannels, toContactChannel } from './contact-channel.ts';

export const listContactChannels =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (request: ListContactChannelsRequest, call: CallContext): Promise<ContactChannelList> => {
    requireOwnUser(
      call,
      request.user_id ?? '',
      'A client may list the contact channels of the current user only.',
    );
    const rows = await findContactChannels(db, call, request);
    return { items: rows.map(toContactChannel) };
  };
