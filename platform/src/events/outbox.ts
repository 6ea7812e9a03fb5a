/**
 * Events are rows of the outbox, written in the transaction of the change they tell about. Either
 * both are there or neither. The relay (`relay.ts`) hands them to the bus after the commit.
 */
import { Event } from '@portico/proto/events/v1/event';
import type { DataSource, EntityManager } from 'typeorm';
import { afterCommit } from '../db/after-commit.ts';
import { sql } from '../db/sql.ts';
import { newUuid } from '../ids.ts';

export { outboxEntities, outboxMigrations } from './event-tables.ts';

type Required = 'type' | 'project_id' | 'branch_id' | 'subject';

/**
 * An event to emit. `id` may be given when something inside it (a sealed value) has to name it
 * beforehand; `occurred_at_millis` when it is not now.
 */
export type NewEvent = Pick<Event, Required> & Partial<Omit<Event, Required>>;

/** Order holds among events of one key, and Kafka spreads keys over partitions. */
export const keyOf = (event: Pick<Event, 'project_id' | 'subject'>): string =>
  `${event.project_id}:${event.subject}`;

const relays = new WeakMap<DataSource, Set<() => void>>();

/** Lets a relay know when a transaction with events commits in this process. */
export const onEmitted = (db: DataSource, wake: () => void): (() => void) => {
  const wakes = relays.get(db) ?? new Set();
  relays.set(db, wakes.add(wake));
  return () => wakes.delete(wake);
};

const wakeAll = new WeakMap<DataSource, () => void>();

/** One function a data source, so that many events in a transaction wake the relay once. */
const wakerOf = (db: DataSource): (() => void) => {
  const known = wakeAll.get(db);
  if (known) return known;
  const waker = () => {
    for (const wake of relays.get(db) ?? []) wake();
  };
  wakeAll.set(db, waker);
  return waker;
};

/**
 * The row of an event, for a hot path that writes its change and the event in one statement (`insert …`
 * in a `with`, then `insert into outbox_events (id, key, type, payload, created_at_millis)`). Such a
 * statement is followed by `wakeRelay`. Everything else uses `emit`.
 */
export const outboxRow = (event: NewEvent) => {
  const full = Event.fromPartial({ id: newUuid(), occurred_at_millis: Date.now(), ...event } as never);
  return {
    id: full.id,
    key: keyOf(full),
    type: full.type,
    payload: Buffer.from(Event.encode(full).finish()),
  };
};

const INSERT = `
  insert into outbox_events (id, key, type, payload, created_at_millis)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::bigint[])`;

/** Writes several events in one statement, in this order. */
export const emitAll = async (tx: EntityManager, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(outboxRow);
  const now = Date.now();
  await sql(tx).execute(
    INSERT,
    [
      rows.map((r) => r.id),
      rows.map((r) => r.key),
      rows.map((r) => r.type),
      rows.map((r) => r.payload),
      rows.map(() => now),
    ],
    { name: 'outbox_insert' },
  );
  afterCommit(tx, wakerOf(tx.dataSource));
};

/**
 * Writes the event in the transaction `tx`. Call it after the change itself: the row lock of the
 * change is what orders the events of two transactions about one subject.
 */
export const emit = (tx: EntityManager, event: NewEvent): Promise<void> => emitAll(tx, [event]);

/** Tells the relay of this process that events have been committed without `emit`. */
export const wakeRelay = (db: DataSource): void => wakerOf(db)();
