import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateProjects1760000001000 } from './1760000001000-create-projects.ts';
import { CreateUsers1760000002000 } from './1760000002000-create-users.ts';
import { CreateContactChannels1760000003000 } from './1760000003000-create-contact-channels.ts';
import { CreateSessions1760000004000 } from './1760000004000-create-sessions.ts';
import { CreateVerificationCodes1760000005000 } from './1760000005000-create-verification-codes.ts';
import { CreateImages1760000006000 } from './1760000006000-create-images.ts';

/** In the order of application. A migration is never edited once it has shipped. */
export const migrations = [
  ...outboxMigrations,
  CreateProjects1760000001000,
  CreateUsers1760000002000,
  CreateContactChannels1760000003000,
  CreateSessions1760000004000,
  CreateVerificationCodes1760000005000,
  CreateImages1760000006000,
];
