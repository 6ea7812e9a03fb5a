import type { InboxMessage } from './api/list-messages.ts';

export const recipients = ({ to }: InboxMessage): string => (Array.isArray(to) ? to.join(', ') : to);
