/**
 * Consumers: each event once in effect, in order per key, whatever fails.
 *
 * The handler and the inbox row that says "had it" commit together. A handler that throws is tried a
 * few times at once; then its event is parked in `parked_events` and later events of its key queue up
 * behind it there, while other keys go on. Parked events are tried with growing pauses and never
 * dropped: after `MAX_ATTEMPTS` the row stays as a dead letter and its key is freed. A failure that is
 * an outage of something else (status 503) is tried for ever.
 */
import { Event } from '@portico/proto/events/v1/event';
import type { DataSource, EntityManager } from 'typeorm';
import { sql, transaction } from '../db/sql.ts';
import type { Log } from '../log.ts';
import { eventsHandled } from '../metrics.ts';
import type { EventBus } from './bus.ts';
import type { EventHandler } from './handler.ts';
import { keyOf } from './outbox.ts';
import { startParkedRetries } from './parked.ts';

export interface ConsumerOptions {
  db: DataSource;
  bus: EventBus;
  topics: readonly string[];
  /** Name of this consumer; its inbox rows belong to it. */
  group: string;
  /** By event type; events of other types pass by. */
  handlers: Readonly<Record<string, EventHandler>>;
  log: Log;
}

/** Pauses between attempts before an event is parked, in milliseconds. */
const QUICK_PAUSES_MILLIS = [50, 200, 800];

const BLOCKED = `
  select 1 as blocked from parked_events
  where consumer_group = $1 and key = $2 and dead_at_millis is null limit 1`;

/** No row comes back for an event this group has had. */
const RECEIVE = `
  insert into inbox_events (consumer_group, event_id, handled_at_millis) values ($1, $2, $3)
  on conflict do nothing returning event_id`;

const PARK = `
  insert into parked_events (consumer_group, event_id, key, type, payload, attempts, error,
    next_attempt_at_millis, parked_at_millis)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`;

/** What is known about an event when it is parked. */
interface Parking {
  group: string;
  event: Event;
  attempts: number;
  error: string;
}

const park = (tx: EntityManager, { group, event, attempts, error }: Parking): Promise<number> => {
  const payload = Buffer.from(Event.encode(event).finish());
  return sql(tx).execute(PARK, [
    group,
    event.id,
    keyOf(event),
    event.type,
    payload,
    attempts,
    error,
    Date.now(),
  ]);
};

/** Label of the metric. */
type Outcome = 'ok' | 'duplicate' | 'parked';

/** Inbox row, check for earlier parked events, and the handler, in one transaction. */
const handleOnce = (options: ConsumerOptions, event: Event): Promise<Outcome> =>
  transaction(options.db, async (tx) => {
    const { group } = options;
    const received = await sql(tx).query(RECEIVE, [group, event.id, Date.now()], { name: 'inbox_receive' });
    if (received.length === 0) return 'duplicate';
    const blocked = await sql(tx).query(BLOCKED, [group, keyOf(event)], { name: 'inbox_blocked' });
    if (blocked.length > 0) {
      await park(tx, { group, event, attempts: 0, error: 'waits for an earlier event of its key' });
      return 'parked';
    }
    await options.handlers[event.type]?.(event, tx);
    return 'ok';
  });

/** Takes responsibility for an event that could not be handled, so that the bus may forget it. */
const parkAfterFailure = (options: ConsumerOptions, event: Event, error: unknown): Promise<Outcome> =>
  transaction(options.db, async (tx) => {
    const { group } = options;
    const received = await sql(tx).query(RECEIVE, [group, event.id, Date.now()]);
    if (received.length === 0) return 'duplicate';
    const attempts = QUICK_PAUSES_MILLIS.length + 1;
    await park(tx, { group, event, attempts, error: error instanceof Error ? error.message : String(error) });
    return 'parked';
  });

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

/** Rejects only when our own database fails, so that the bus delivers the event again. */
const handle = async (options: ConsumerOptions, event: Event): Promise<Outcome> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await handleOnce(options, event);
    } catch (err) {
      const wait = QUICK_PAUSES_MILLIS[attempt];
      if (wait === undefined) {
        const where = { group: options.group, event_id: event.id, type: event.type };
        options.log.error({ ...where, err }, 'handling an event failed; it is parked');
        return await parkAfterFailure(options, event, err);
      }
      await sleep(wait);
    }
  }
};

/**
 * Subscribes, and tries parked events again in the background. `stop()` waits for running handlers.
 * The tables come from `outboxMigrations`.
 */
export const startConsumer = async (options: ConsumerOptions): Promise<{ stop(): Promise<void> }> => {
  const { bus, topics, group, handlers } = options;
  const subscription = await bus.subscribe({
    topics,
    group,
    handle: async (event) => {
      if (!Object.hasOwn(handlers, event.type)) return;
      eventsHandled.inc({ group, outcome: await handle(options, event) });
    },
  });
  const retries = startParkedRetries(options);
  const stop = async () => {
    await subscription.stop();
    await retries.stop();
  };
  return { stop };
};
