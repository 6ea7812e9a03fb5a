/** Tables every service that emits or consumes events has in its own database. */
import { EntitySchema, type MigrationInterface, type QueryRunner } from 'typeorm';

/** A row waits here from the commit of its change until the bus has taken it. */
export interface OutboxEvent {
  /** Order of writing. */
  position: number;
  id: string;
  /** Order holds within one key: `project_id:subject`. */
  key: string;
  type: string;
  /** `portico.events.v1.Event`, encoded. */
  payload: Buffer;
  created_at_millis: number;
}

/** One row for each event a group has taken responsibility for; what makes consumers idempotent. */
export interface InboxEvent {
  consumer_group: string;
  event_id: string;
  handled_at_millis: number;
}

/** An event whose handler failed. It is tried again with growing pauses; `dead_at_millis` ends that. */
export interface ParkedEvent {
  position: number;
  consumer_group: string;
  event_id: string;
  key: string;
  type: string;
  payload: Buffer;
  attempts: number;
  /** Message of the last failure. */
  error: string;
  next_attempt_at_millis: number;
  parked_at_millis: number;
  dead_at_millis: number | null;
}

const text = { type: 'text' } as const;
const bigint = { type: 'bigint' } as const;

const outbox = new EntitySchema<OutboxEvent>({
  name: 'OutboxEvent',
  tableName: 'outbox_events',
  columns: {
    position: { type: 'bigint', primary: true, generated: 'increment' },
    id: { type: 'uuid' },
    key: text,
    type: text,
    payload: { type: 'bytea' },
    created_at_millis: bigint,
  },
});

const inbox = new EntitySchema<InboxEvent>({
  name: 'InboxEvent',
  tableName: 'inbox_events',
  columns: {
    consumer_group: { type: 'text', primary: true },
    event_id: { type: 'text', primary: true },
    handled_at_millis: bigint,
  },
});

const parked = new EntitySchema<ParkedEvent>({
  name: 'ParkedEvent',
  tableName: 'parked_events',
  columns: {
    position: { type: 'bigint', primary: true, generated: 'increment' },
    consumer_group: text,
    event_id: text,
    key: text,
    type: text,
    payload: { type: 'bytea' },
    attempts: { type: 'integer' },
    error: text,
    next_attempt_at_millis: bigint,
    parked_at_millis: bigint,
    dead_at_millis: { type: 'bigint', nullable: true },
  },
});

/** To spread into a service's entities. */
export const outboxEntities = [outbox, inbox, parked];

class CreateEventTables1700000000000 implements MigrationInterface {
  readonly name = 'CreateEventTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox_events (
        position bigint generated always as identity primary key,
        id uuid not null,
        key text not null,
        type text not null,
        payload bytea not null,
        created_at_millis bigint not null
      )`);
    // Rows come and go; without early vacuuming the front of the index fills with dead entries.
    await runner.query(`alter table outbox_events set (autovacuum_vacuum_scale_factor = 0.01)`);
    await runner.query(`
      create table inbox_events (
        consumer_group text not null,
        event_id text not null,
        handled_at_millis bigint not null,
        primary key (consumer_group, event_id)
      )`);
    await runner.query(`create index inbox_events_handled_at on inbox_events (handled_at_millis)`);
    await runner.query(`
      create table parked_events (
        position bigint generated always as identity primary key,
        consumer_group text not null,
        event_id text not null,
        key text not null,
        type text not null,
        payload bytea not null,
        attempts integer not null,
        error text not null,
        next_attempt_at_millis bigint not null,
        parked_at_millis bigint not null,
        dead_at_millis bigint
      )`);
    await runner.query(`create unique index parked_events_event on parked_events (consumer_group, event_id)`);
    // Both the check "is this key blocked" and the search for work look at living rows only.
    await runner.query(`
      create index parked_events_living on parked_events (consumer_group, key, position)
      where dead_at_millis is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table parked_events, inbox_events, outbox_events');
  }
}

/** To spread into a service's migrations, before its own. */
export const outboxMigrations = [CreateEventTables1700000000000];
