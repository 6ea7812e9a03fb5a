/** Tries parked events again, oldest of each key first, and forgets old inbox rows. */
import { Event } from '@portico/proto/events/v1/event';
import type { DataSource, EntityManager } from 'typeorm';
import { sql, transaction } from '../db/sql.ts';
import type { Log } from '../log.ts';
import { eventsHandled } from '../metrics.ts';
import { backoffMillis, pause } from './backoff.ts';
import { isPassing, type EventHandler } from './handler.ts';
import { messageReader } from '../proto-reader.ts';

export interface ParkedRetriesOptions {
  db: DataSource;
  group: string;
  handlers: Readonly<Record<string, EventHandler>>;
  log: Log;
}

const POLL_MILLIS = 1_000;
const FIRST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 5 * 60_000;
/** About two hours with the pauses above. */
const MAX_ATTEMPTS = 30;

/** Longer than any bus keeps events, so that no redelivery finds its row gone. */
const INBOX_MILLIS = 14 * 24 * 3_600_000;
const PURGE_EVERY_MILLIS = 3_600_000;

/** What an attempt needs of a row of `parked_events`. */
interface ParkedRow {
  position: number;
  payload: Buffer;
  attempts: number;
  type: string;
  event_id: string;
}

/** Rows another member of the group works on are skipped; only the first of a key is ever due. */
const NEXT = `
  select position, payload, attempts, type, event_id from parked_events due
  where consumer_group = $1 and dead_at_millis is null and next_attempt_at_millis <= $2
    and not exists (
      select 1 from parked_events earlier
      where earlier.consumer_group = due.consumer_group and earlier.key = due.key
        and earlier.dead_at_millis is null and earlier.position < due.position)
  order by position limit 1 for update skip locked`;

type Result = 'nothing' | 'ok' | { readonly row: ParkedRow; readonly error: unknown };

/** One due event in one transaction; its row stays locked meanwhile. */
const attempt = async ({ db, group, handlers }: ParkedRetriesOptions): Promise<Result> => {
  let row: ParkedRow | undefined;
  const work = async (tx: EntityManager): Promise<Result> => {
    [row] = await sql(tx).query<ParkedRow>(NEXT, [group, Date.now()]);
    if (!row) return 'nothing';
    // A type that lost its handler is done with.
    await handlers[row.type]?.(Event.decode(messageReader(row.payload)), tx);
    await sql(tx).execute('delete from parked_events where position = $1', [row.position]);
    return 'ok';
  };
  try {
    return await transaction(db, work);
  } catch (error) {
    if (!row) throw error;
    return { row, error };
  }
};

/** The next attempt's time, or the end of attempts. */
const recordFailure = async (options: ParkedRetriesOptions, { row, error }: Exclude<Result, string>) => {
  const { db, group, log } = options;
  const attempts = row.attempts + 1;
  const dead = attempts >= MAX_ATTEMPTS && !isPassing(error);
  const next =
    Date.now() + backoffMillis(Math.max(0, attempts - 4), FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
  await sql(db).execute(
    `update parked_events set attempts = $2, error = $3, next_attempt_at_millis = $4, dead_at_millis = $5
     where position = $1`,
    [
      row.position,
      attempts,
      error instanceof Error ? error.message : String(error),
      next,
      dead ? Date.now() : null,
    ],
  );
  if (!dead) return;
  eventsHandled.inc({ group, outcome: 'dead' });
  log.error(
    { group, event_id: row.event_id, type: row.type, err: error },
    'an event is given up as a dead letter',
  );
};

/** Until nothing is due. */
const drain = async (options: ParkedRetriesOptions, stopped: AbortSignal): Promise<void> => {
  while (!stopped.aborted) {
    const result = await attempt(options);
    if (result === 'nothing') return;
    if (result === 'ok') eventsHandled.inc({ group: options.group, outcome: 'ok' });
    else await recordFailure(options, result);
  }
};

const purgeInbox = ({ db, group }: ParkedRetriesOptions): Promise<number> =>
  sql(db).execute('delete from inbox_events where consumer_group = $1 and handled_at_millis < $2', [
    group,
    Date.now() - INBOX_MILLIS,
  ]);

const runForever = async (options: ParkedRetriesOptions, stopped: AbortSignal): Promise<void> => {
  let purgeAt = 0;
  while (!stopped.aborted) {
    try {
      await drain(options, stopped);
      if (Date.now() >= purgeAt) {
        await purgeInbox(options);
        purgeAt = Date.now() + PURGE_EVERY_MILLIS;
      }
    } catch (error) {
      options.log.warn(
        { group: options.group, reason: (error as Error).message },
        'retrying parked events failed',
      );
    }
    await pause(POLL_MILLIS, stopped);
  }
};

/** Runs until `stop()`, which waits for the attempt at hand. */
export const startParkedRetries = (options: ParkedRetriesOptions): { stop(): Promise<void> } => {
  const controller = new AbortController();
  const running = runForever(options, controller.signal);
  const stop = async () => {
    controller.abort();
    await running;
  };
  return { stop };
};
