import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { startConsumer } from '@portico/platform/events/consumer';
import { outboxEntities } from '@portico/platform/events/outbox';
import { startRelay } from '@portico/platform/events/relay';
import type { Keyring } from '@portico/platform/keyring';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import type { EmailConfig } from './config.ts';
import { onEmailRequested } from './consumers/on-email-requested.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import type { DeliveryDeps } from './delivery/attempt-delivery.ts';
import { createSmtpSender } from './delivery/smtp-sender.ts';
import { parseSmtpUrl } from './delivery/smtp-server.ts';
import { inboxRpcs } from './inbox/inbox.rpc.ts';
import { startForgettingOldMail } from './jobs/forget-old-mail.ts';
import { deliverMail } from './queue/deliver-mail.ts';
import { createMailWorker } from './queue/worker.ts';

export interface EmailDeps {
  readonly db: DataSource;
  readonly config: Pick<EmailConfig, 'PORTICO_SMTP_URL' | 'PORTICO_MAIL_FROM'>;
  readonly bus: EventBus;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity: DeliveryDeps['identity'];
}

/** What `openDatabase` needs to know. */
export const database = { database: 'email', entities: [...outboxEntities], migrations };

export const createEmailService = ({ db, config, bus, keyring, clock, log, identity }: EmailDeps) => {
  const server = config.PORTICO_SMTP_URL === undefined ? undefined : parseSmtpUrl(config.PORTICO_SMTP_URL);
  const sender = createSmtpSender(server);
  const shared = { server, mail_from: config.PORTICO_MAIL_FROM };
  const worker = createMailWorker({ db, keyring, clock, log, identity, shared, sender });
  const stops: (() => Promise<void> | void)[] = [];

  const start = async (): Promise<void> => {
    stops.push(() => sender.stop());
    const relay = startRelay({ db, bus, topic: 'portico.email', log });
    stops.push(() => relay.stop());
    worker.start();
    stops.push(() => worker.stop());
    stops.push(startForgettingOldMail({ db, clock, log }));
    const consumer = await startConsumer({
      db,
      bus,
      topics: ['portico.identity'],
      group: 'email',
      handlers: {
        'email.requested': onEmailRequested({ clock, worker }),
        'project.deleted': onProjectDeleted,
      },
      log,
    });
    stops.push(() => consumer.stop());
  };

  const stop = async (): Promise<void> => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };

  const rpcs = {
    inbox: inboxRpcs({ db, keyring, has_inbox: server === undefined }),
    mail: { deliverMail: deliverMail({ db, clock, worker }) },
  };
  return { rpcs, start, stop };
};
