import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateQueuedMails20261120100000 } from './20261120100000-create-queued-mails.ts';
import { CreateSentMails20261120100100 } from './20261120100100-create-sent-mails.ts';
import { CreateInboxMessages20261120100200 } from './20261120100200-create-inbox-messages.ts';

export const migrations = [
  ...outboxMigrations,
  CreateQueuedMails20261120100000,
  CreateSentMails20261120100100,
  CreateInboxMessages20261120100200,
];
