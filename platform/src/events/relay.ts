/**
 * Carries a service's events from the outbox to the bus, in the order of writing. One relay a database
 * works at a time (it holds an advisory lock on a connection of its own); the others wait to take over.
 * A row is deleted after the bus has taken it: a crash in between publishes it twice, never not at all.
 */
import { Event } from '@portico/proto/events/v1/event';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Log } from '../log.ts';
import { dbStatements, eventsPublished, outboxLag } from '../metrics.ts';
import { backoffMillis, pause } from './backoff.ts';
import type { EventBus } from './bus.ts';
import { onEmitted } from './outbox.ts';
import { messageReader } from '../proto-reader.ts';

export interface RelayOptions {
  db: DataSource;
  bus: EventBus;
  /** The owning service's topic, e.g. `portico.identity`. */
  topic: string;
  log: Log;
  /** How soon an event that another process commits is noticed, in milliseconds; up to four times that when none came lately. */
  poll_millis?: number;
}

const LOCK = 7_203_412;
const BATCH = 500;
/** Of payloads held in memory at once; an event larger than that comes alone. */
const BATCH_BYTES = 4 * 1024 * 1024;
const LONGEST_PAUSE_MILLIS = 2_000;
/** Events that come this close together travel together: two statements for all of them. */
const GATHER_MILLIS = 10;
/** From one batch to the next while events keep coming. The first after a quiet time does not wait for it. */
const APART_MILLIS = 100;
/** How much longer than at first an idle relay sleeps. */
const MOST_PATIENCE = 4;

interface Row {
  position: number;
  payload: Buffer;
  created_at_millis: number;
}

/** A relay at work: its options and what ends or wakes it. */
interface Relay extends RelayOptions {
  readonly stopped: AbortSignal;
  /** Resolves when a transaction here has committed events, or after that time. */
  readonly wait: (millis: number) => Promise<void>;
}

/** Background work is counted apart, so that statements per request stay readable. */
const run = async <T extends object>(client: pg.Client, statement: pg.QueryConfig) => {
  dbStatements.inc({ service: client.database ?? '', kind: 'background' });
  return (await client.query<T & pg.QueryResultRow>(statement)).rows;
};

const TRY_LOCK = { text: `select pg_try_advisory_lock(${LOCK}) as held` };

/** Prepared once a connection, because a busy relay sends nothing else. */
const OLDEST = {
  name: 'outbox_oldest',
  text: `select position::float8 as position, payload, created_at_millis::float8 as created_at_millis
         from (
           select oldest.*, sum(octet_length(payload)) over (order by position) - octet_length(payload) as before
           from (select * from outbox_events order by position limit ${BATCH}) as oldest
         ) as sized
         where before < ${BATCH_BYTES} order by sized.position`,
};
const FORGET = {
  name: 'outbox_forget',
  text: 'delete from outbox_events where position = any($1::bigint[])',
};

/** A connection outside the pool, because it is held for the life of the relay. */
const openClient = async ({ db }: Relay): Promise<pg.Client> => {
  const { url } = db.options as { url?: string };
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // It only deletes what has been published; a crash that loses that has it published once more.
    options: '-c synchronous_commit=off',
  });
  // The next statement fails too and is handled there.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** @returns how many events were published. */
const publishBatch = async (client: pg.Client, relay: Relay): Promise<number> => {
  const { topic, bus } = relay;
  const rows = await run<Row>(client, OLDEST);
  const [oldest] = rows;
  outboxLag.set({ topic }, oldest ? (Date.now() - oldest.created_at_millis) / 1000 : 0);
  if (!oldest) return 0;
  await bus.publish(topic, rows.map((row) => Event.decode(messageReader(row.payload)))); // prettier-ignore
  const positions = rows.map((row) => row.position);
  await run(client, { ...FORGET, values: [positions] });
  eventsPublished.inc({ topic }, rows.length);
  return rows.length;
};

/** Works while it has the lock and the connection lives; throws when either the bus or the database fails. */
const work = async (client: pg.Client, relay: Relay): Promise<void> => {
  const poll = relay.poll_millis ?? 250;
  while (!relay.stopped.aborted) {
    const [lock] = await run<{ held: boolean }>(client, TRY_LOCK);
    if (lock?.held) break;
    await pause(poll, relay.stopped);
  }
  let patience = 1;
  while (!relay.stopped.aborted) {
    const lookedAt = performance.now();
    const published = await publishBatch(client, relay);
    if (published === BATCH) continue;
    patience = published > 0 ? 1 : Math.min(patience * 2, MOST_PATIENCE);
    await relay.wait(poll * patience);
    const apart = published > 0 ? lookedAt + APART_MILLIS - performance.now() : 0;
    await pause(Math.max(GATHER_MILLIS, apart), relay.stopped);
  }
};

/** After any failure a new connection, a new attempt at the lock, and growing pauses. */
const runForever = async (relay: Relay): Promise<void> => {
  for (let failures = 0; !relay.stopped.aborted; failures++) {
    const startedAt = Date.now();
    let client: pg.Client | undefined;
    try {
      client = await openClient(relay);
      await work(client, relay);
    } catch (error) {
      if (relay.stopped.aborted) break;
      if (Date.now() - startedAt > 10_000) failures = 0;
      relay.log.warn(
        { topic: relay.topic, reason: (error as Error).message },
        'publishing events failed; trying again',
      );
      await pause(backoffMillis(failures, 100, LONGEST_PAUSE_MILLIS), relay.stopped);
    } finally {
      await client?.end().catch(() => undefined);
    }
  }
};

/** A wait that a commit in this process cuts short, also one that came while nobody was waiting. */
const createWaker = () => {
  let pending = false;
  let cut = (): void => undefined;
  const wake = () => {
    pending = true;
    cut();
  };
  const wait = async (millis: number): Promise<void> => {
    if (!pending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, millis);
        cut = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    pending = false;
  };
  return { wake, wait };
};

/** Starts in the background and never gives up; `stop()` resolves when the current batch is done. */
export const startRelay = (options: RelayOptions): { stop(): Promise<void> } => {
  const controller = new AbortController();
  const { wake, wait } = createWaker();
  const forget = onEmitted(options.db, wake);
  const running = runForever({ ...options, stopped: controller.signal, wait });
  const stop = async () => {
    forget();
    controller.abort();
    wake();
    await running;
  };
  return { stop };
};
