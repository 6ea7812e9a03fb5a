import type { Clock } from '@portico/platform/clock';
import { afterCommit } from '@portico/platform/db/after-commit';
import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { enqueueMail } from '../queue/enqueue-mail.ts';
import type { MailWorker } from '../queue/worker.ts';

type Deps = { clock: Clock; worker: MailWorker };

/** The delivery itself comes later: a slow mail server must not hold up the events behind this one. */
export const onEmailRequested =
  ({ clock, worker }: Deps) =>
  async (event: Event, tx: EntityManager): Promise<void> => {
    await enqueueMail(tx, event, clock);
    afterCommit(tx, worker.wake);
  };
