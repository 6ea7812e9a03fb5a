import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import { eventOf } from '../deps.ts';
import { toContactChannel, type ContactChannelRow } from './contact-channel.ts';

/** About the user, so that it keeps its place among what else happens to that user. */
export const channelEvent = (
  call: CallContext,
  type: 'contact_channel.created' | 'contact_channel.updated' | 'contact_channel.deleted',
  row: ContactChannelRow,
): NewEvent => ({ ...eventOf(call, type, row.user_id), contact_channel: toContactChannel(row) });
