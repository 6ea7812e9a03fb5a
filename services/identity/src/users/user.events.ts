import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import { eventOf } from '../deps.ts';
import type { UserRow } from './select-user.ts';
import { toUser } from './user.message.ts';

/** What consumers learn about a user: the server view at the moment of the change. */
export const userEvent = (
  call: CallContext,
  type: 'user.created' | 'user.updated' | 'user.deleted',
  user: UserRow,
): NewEvent => ({ ...eventOf(call, type, user.id), user: toUser(user) });
