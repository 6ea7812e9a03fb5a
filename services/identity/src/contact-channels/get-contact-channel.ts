import type { CallContext } from '@portico/platform/call';
import type { ContactChannel, GetContactChannelRequest } from '@portico/proto/identity/v1/contact_channels';
import type { IdentityDeps } from '../deps.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { noSuchChannel } from './channel-rules.ts';
import { findContactChannels, toContactChannel } from './contact-channel.ts';

export const getContactChannel =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (request: GetContactChannelRequest, call: CallContext): Promise<ContactChannel> => {
    requireOwnUser(call, request.user_id, 'A client may read the contact channels of the current user only.');
    const [row] = await findContactChannels(db, call, request);
    if (!row) throw noSuchChannel(404);
    return toContactChannel(row);
  };
