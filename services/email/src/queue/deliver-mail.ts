import type { CallContext } from '@portico/platform/call';
import { deadlineOf } from '@portico/platform/grpc/unary';
import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import type { DeliverMailRequest, MailDelivered } from '@portico/proto/email/v1/mail';
import type { Event } from '@portico/proto/events/v1/event';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { enqueueMail } from './enqueue-mail.ts';
import type { MailStatus } from './queued-mail.ts';
import type { MailWorker } from './worker.ts';

type Deps = { db: DataSource; clock: Clock; worker: MailWorker };

const STATUS = 'SELECT status FROM queued_mails WHERE project_id = $1 AND branch_id = $2 AND id = $3';

/** Left for the answer to travel. */
const MARGIN_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 250;

const statusOf = async (
  db: DataSource,
  { project_id, branch_id, id }: Event,
): Promise<MailStatus | undefined> => {
  const values = [project_id, branch_id, id];
  const [row] = await sql(db).query<{ status: MailStatus }>(STATUS, values, { name: 'mail_status' });
  return row?.status;
};

/** Any worker may deliver it, also one of another process, hence the look at the row. */
export const deliverMail =
  ({ db, clock, worker }: Deps) =>
  async ({ event }: DeliverMailRequest, call: CallContext): Promise<MailDelivered> => {
    if (!event || event.project_id !== call.project_id)
      throw statusError(400, 'The mail belongs to another project.');
    await enqueueMail(db, event, clock);
    worker.wake();
    const end = deadlineOf(call) - MARGIN_MILLIS;
    for (
      let wait = 5;
      Date.now() + wait < end && !call.signal?.aborted;
      wait = Math.min(wait * 1.5, LONGEST_PAUSE_MILLIS)
    ) {
      await sleep(wait);
      const status = await statusOf(db, event);
      if (status === 'failed') throw statusError(400, 'The mail could not be delivered.');
      if (status === 'sent') return { is_handed_over: true };
    }
    return { is_handed_over: false };
  };
