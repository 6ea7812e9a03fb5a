/** The way of an event from a transaction to its effect, over any bus. */
import type { Event } from '@portico/proto/events/v1/event';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../db/data-source.ts';
import { migrate } from '../db/migrate.ts';
import { sql, transaction } from '../db/sql.ts';
import type { EventBus } from '../events/bus.ts';
import { startConsumer } from '../events/consumer.ts';
import type { EventHandler } from '../events/handler.ts';
import { emit, emitAll, outboxEntities, outboxMigrations } from '../events/outbox.ts';
import { startRelay } from '../events/relay.ts';
import { newUuid } from '../ids.ts';
import { createLog } from '../log.ts';
import type { BusUnderTest } from './bus.contract.ts';
import { createTestDatabase } from './postgres.ts';

const log = createLog({ name: 'test', level: 'silent' });

const newEvent = (subject: string, type = 'user.created') => ({
  type,
  project_id: 'p1',
  branch_id: 'main',
  subject,
});

export const outboxToEffect = (name: string, { create, patience }: BusUnderTest): void => {
  describe(`events over the ${name} bus`, () => {
    let producer: DataSource;
    let consumer: DataSource;
    let bus: EventBus;
    let topic: string;
    let stops: (() => Promise<void>)[];

    beforeAll(async () => {
      const url = createTestDatabase('outbox');
      const open = (database: string) =>
        openDatabase({ url, database, entities: outboxEntities, migrations: outboxMigrations });
      [producer, consumer] = await Promise.all([open('producer'), open('consumer')]);
      await Promise.all([producer, consumer].map(migrate));
      await sql(consumer).execute('create table effects (position serial primary key, text text not null)');
    });

    afterAll(async () => {
      await Promise.all([producer, consumer].map((db) => db.destroy()));
    });

    beforeEach(async () => {
      bus = await create();
      topic = `test.${newUuid()}`;
      stops = [];
      await sql(producer).execute('truncate outbox_events');
      await sql(consumer).execute('truncate effects, inbox_events, parked_events');
    });

    afterEach(async () => {
      for (const stop of stops.reverse()) await stop();
      await bus.stop();
    });

    const write = (event: Event, tx: EntityManager) =>
      sql(tx).execute('insert into effects (text) values ($1)', [`${event.subject}:${event.type}`]);

    const consume = async (handlers: Record<string, EventHandler>, over: EventBus = bus) => {
      const started = await startConsumer({
        db: consumer,
        bus: over,
        topics: [topic],
        group: `g.${topic}`,
        handlers,
        log,
      });
      stops.push(started.stop);
    };

    const relay = (over: EventBus = bus) => {
      const started = startRelay({ db: producer, bus: over, topic, log });
      stops.push(started.stop);
      return started;
    };

    const effects = async () =>
      (await sql(consumer).query<{ text: string }>('select text from effects order by position')).map(
        (row) => row.text,
      );

    const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience, interval: 20 });

    const waiting = async () =>
      (await sql(producer).query<{ n: number }>('select count(*) as n from outbox_events'))[0]!.n;

    it('has its effect soon after the commit, and none without a commit', async () => {
      await consume({ 'user.created': async (event, tx) => void (await write(event, tx)) });
      relay();
      await transaction(producer, async (tx) => {
        await emit(tx, newEvent('lost'));
        throw new Error('rolled back');
      }).catch(() => undefined);
      await transaction(producer, (tx) => emit(tx, newEvent('u1')));
      await until(async () => expect(await effects()).toEqual(['u1:user.created']));
      await until(async () => expect(await waiting()).toBe(0));
    });

    it('has its effect once, though the bus delivers it more than once', async () => {
      const twice: EventBus = {
        ...bus,
        publish: async (to, events) => {
          await bus.publish(to, events);
          await bus.publish(to, events);
        },
      };
      await consume({ 'user.created': async (event, tx) => void (await write(event, tx)) });
      relay(twice);
      await transaction(producer, (tx) =>
        emitAll(
          tx,
          ['a', 'b', 'c'].map((subject) => newEvent(subject)),
        ),
      );
      await until(async () => expect(await waiting()).toBe(0));
      await transaction(producer, (tx) => emit(tx, newEvent('a', 'user.created')));
      await until(async () => expect(await effects()).toHaveLength(4));
      expect((await effects()).sort()).toEqual(
        ['a', 'a', 'b', 'c'].map((subject) => `${subject}:user.created`),
      );
    });

    it('is published when the bus comes back, in order, and blocks nobody meanwhile', async () => {
      let down = true;
      const flaky: EventBus = {
        ...bus,
        publish: (to, events) => (down ? Promise.reject(new Error('bus is down')) : bus.publish(to, events)),
      };
      const handler: EventHandler = async (event, tx) => void (await write(event, tx));
      await consume({ first: handler, second: handler });
      relay(flaky);
      const startedAt = Date.now();
      await transaction(producer, (tx) => emit(tx, newEvent('u1', 'first')));
      await transaction(producer, (tx) => emit(tx, newEvent('u1', 'second')));
      expect(Date.now() - startedAt).toBeLessThan(1_000);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await waiting()).toBe(2);
      down = false;
      await until(async () => expect(await effects()).toEqual(['u1:first', 'u1:second']));
    });

    it('survives the relay losing its database connection', async () => {
      await consume({ 'user.created': async (event, tx) => void (await write(event, tx)) });
      relay();
      await transaction(producer, (tx) => emit(tx, newEvent('u1')));
      await until(async () => expect(await effects()).toHaveLength(1));
      await sql(producer).query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await transaction(producer, (tx) => emit(tx, newEvent('u2'))).catch(() =>
        transaction(producer, (tx) => emit(tx, newEvent('u2'))),
      );
      await until(async () => expect(await effects()).toEqual(['u1:user.created', 'u2:user.created']));
    });

    it('is carried by one relay at a time, and by the next when the first stops', async () => {
      await consume({ 'user.created': async (event, tx) => void (await write(event, tx)) });
      const first = relay();
      relay();
      const subjects = Array.from({ length: 50 }, (_, i) => `u${i}`);
      await transaction(producer, (tx) =>
        emitAll(
          tx,
          subjects.map((subject) => newEvent(subject)),
        ),
      );
      await until(async () => expect(await effects()).toHaveLength(50));
      await first.stop();
      await transaction(producer, (tx) => emit(tx, newEvent('after')));
      await until(async () => expect(await effects()).toHaveLength(51));
    });

    it('is parked when its handler goes on failing: later events of its key wait, others do not, none is lost', async () => {
      let broken = true;
      const handler: EventHandler = async (event, tx) => {
        await write(event, tx);
        if (broken && event.subject === 'bad') throw new Error('poison');
      };
      await consume({ first: handler, second: handler });
      relay();
      await transaction(producer, (tx) =>
        emitAll(tx, [newEvent('bad', 'first'), newEvent('bad', 'second'), newEvent('good', 'first')]),
      );
      await until(async () => {
        const parked = await sql(consumer).query('select type, error from parked_events order by position');
        expect(parked.map((row) => row.type)).toEqual(['first', 'second']);
        expect(parked[0]!.error).toBe('poison');
      });
      expect(await effects()).toEqual(['good:first']);
      broken = false;
      await until(async () => expect(await effects()).toEqual(['good:first', 'bad:first', 'bad:second']));
      expect(await sql(consumer).query('select 1 from parked_events')).toEqual([]);
    });
  });
};
