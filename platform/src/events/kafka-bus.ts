/** The bus through Kafka. The only file that knows kafkajs. */
import { Event } from '@portico/proto/events/v1/event';
import { Kafka, logLevel, Partitioners, type Consumer, type EachBatchPayload, type Producer } from 'kafkajs';
import type { Log } from '../log.ts';
import { backoffMillis, pause } from './backoff.ts';
import type { EventBus, Subscription } from './bus.ts';
import { keyOf } from './outbox.ts';
import { messageReader } from '../proto-reader.ts';

export interface KafkaBusOptions {
  brokers: readonly string[];
  /** Put before the names of topics and groups, so that installations can share brokers; may be empty. */
  prefix: string;
  /** Name of this process towards the brokers. */
  client_id: string;
  log?: Log;
  /** Partitions of a topic created here: the most members of one group that can share its work. */
  partitions?: number;
}

/** Partitions one member works on at the same time. */
const PARALLEL_PARTITIONS = 4;
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 5_000;
/** Silence after which the group thinks a member dead, in milliseconds; also the longest pause after a crash. */
const SESSION_MILLIS = 8_000;

/** What one bus object holds; everything in it is made at the first use. */
/**
 * The brokers take no larger batch of a topic made here (`max.message.bytes`; their own default is 1 MiB). A user with
 * three kinds of metadata, each as large as a request may be, is below it.
 */
const MOST_BATCH_BYTES = 32 * 1024 * 1024;
/** Events sent together, unless one alone is larger. */
const CHUNK_BYTES = 512 * 1024;

interface State {
  readonly kafka: Kafka;
  readonly options: KafkaBusOptions;
  readonly stopped: AbortController;
  /** Topics known to exist. */
  readonly topics: Set<string>;
  /** The `stop` of every subscription. */
  readonly running: Set<() => Promise<void>>;
  /** Absent until the first publish, and again after a failed one. */
  producer?: Promise<Producer>;
}

const createKafka = ({ brokers, client_id, log }: KafkaBusOptions): Kafka =>
  new Kafka({
    clientId: client_id,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    // Retrying for ever is the callers' business; short rounds here let them notice and log.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => log?.debug({ kafka: entry.log.message }, 'kafkajs'),
  });

/** Creates topics once a process; several processes may race, the broker lets one win. */
const ensureTopics = async ({ kafka, options, topics }: State, wanted: readonly string[]): Promise<void> => {
  const missing = wanted.filter((topic) => !topics.has(topic));
  if (missing.length === 0) return;
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const numPartitions = options.partitions ?? 12;
    const configEntries = [{ name: 'max.message.bytes', value: String(MOST_BATCH_BYTES) }];
    const create = missing
      .filter((topic) => !existing.has(topic))
      .map((topic) => ({ topic, numPartitions, configEntries }));
    // Replication is the cluster's default.
    if (create.length > 0) await admin.createTopics({ topics: create, waitForLeaders: true });
    for (const topic of missing) topics.add(topic);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
};

/**
 * Idempotent, so that a retry inside kafkajs neither doubles nor reorders. A failed producer is thrown
 * away: its sequence numbers may no longer be what the broker expects.
 */
const producerOf = (state: State): Promise<Producer> => {
  state.producer ??= (async () => {
    const producer = state.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
    return producer;
  })();
  return state.producer;
};

const discardProducer = async (state: State): Promise<void> => {
  const producer = state.producer;
  state.producer = undefined;
  await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
};

interface KafkaMessage {
  readonly key: string;
  readonly value: Buffer;
  readonly timestamp: string;
}

/** In their order, together as far as the brokers are sure to take it. */
const toChunks = (messages: readonly KafkaMessage[]): KafkaMessage[][] => {
  const chunks: KafkaMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    if (message.value.length > room || chunks.length === 0) {
      chunks.push([]);
      room = CHUNK_BYTES;
    }
    chunks.at(-1)?.push(message);
    room -= message.value.length;
  }
  return chunks;
};

/** All of the events or, as far as the caller can know, none. */
const publish = async (state: State, topic: string, events: readonly Event[]): Promise<void> => {
  const messages = events.map((event) => ({
    key: keyOf(event),
    value: Buffer.from(Event.encode(event).finish()),
    timestamp: String(event.occurred_at_millis),
  }));
  if (state.stopped.signal.aborted) throw new Error('The event bus has stopped.');
  try {
    await ensureTopics(state, [topic]);
    const producer = await producerOf(state);
    for (const chunk of toChunks(messages)) await producer.send({ topic, messages: chunk, acks: -1 });
  } catch (error) {
    await discardProducer(state);
    throw error;
  }
};

/** Tries until the event is handled; false when the partition was taken from us or we stop. */
const handleStubbornly = async (
  event: Event,
  { heartbeat, isRunning, isStale }: EachBatchPayload,
  { subscription, signal }: Membership,
): Promise<boolean> => {
  // The group counts us out when a slow handler keeps us from reporting.
  const beat = setInterval(() => void heartbeat().catch(() => undefined), SESSION_MILLIS / 5);
  try {
    for (let attempt = 0; isRunning() && !isStale() && !signal.aborted; attempt++) {
      try {
        await subscription.handle(event);
        return true;
      } catch {
        await pause(backoffMillis(attempt, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS), signal);
      }
    }
    return false;
  } finally {
    clearInterval(beat);
  }
};

/** One after the other; a refused event holds up its partition, which keeps the order. */
const handleBatch = async (payload: EachBatchPayload, membership: Membership): Promise<void> => {
  for (const message of payload.batch.messages) {
    if (
      message.value &&
      !(await handleStubbornly(Event.decode(messageReader(message.value)), payload, membership))
    )
      return;
    payload.resolveOffset(message.offset);
    await payload.heartbeat();
    await payload.commitOffsetsIfNecessary();
  }
};

/** One subscription's place in its group, over all consumers it goes through. */
interface Membership {
  readonly subscription: Subscription;
  readonly signal: AbortSignal;
}

/** Resolves when this consumer is beyond recovery; kafkajs restarts it by itself after most failures. */
const runConsumer = async (state: State, membership: Membership, onReady: (consumer: Consumer) => void) => {
  const { topics, group } = membership.subscription;
  const consumer = state.kafka.consumer({
    groupId: group,
    sessionTimeout: SESSION_MILLIS,
    rebalanceTimeout: 15_000,
    heartbeatInterval: 2_000,
    maxWaitTimeInMs: 250,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
  });
  const crashed = new Promise<void>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      state.options.log?.warn(
        { group, reason: payload.error.message, restarts: payload.restart },
        'consumer failed',
      );
      if (!payload.restart) resolve();
    });
  });
  try {
    await ensureTopics(state, topics);
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      eachBatchAutoResolve: false,
      autoCommitInterval: 1_000,
      autoCommitThreshold: 100,
      partitionsConsumedConcurrently: PARALLEL_PARTITIONS,
      eachBatch: (payload) => handleBatch(payload, membership),
    });
    onReady(consumer);
    await Promise.race([
      crashed,
      new Promise((resolve) => membership.signal.addEventListener('abort', resolve)),
    ]);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
};

/** A subscription outlives its consumers: whatever ends one, the next takes its place. */
const subscribe = (state: State, subscription: Subscription): { stop(): Promise<void> } => {
  const stopped = new AbortController();
  const signal = AbortSignal.any([state.stopped.signal, stopped.signal]);
  const running = (async () => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await runConsumer(state, { subscription, signal }, () => (attempt = 0));
      } catch (error) {
        const reason = (error as Error).message;
        state.options.log?.warn(
          { group: subscription.group, reason },
          'subscribing to events failed; trying again',
        );
      }
      await pause(backoffMillis(attempt, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS), signal);
    }
  })();
  const stop = async () => {
    stopped.abort();
    state.running.delete(stop);
    await running;
  };
  state.running.add(stop);
  return { stop };
};

/**
 * Connects with the first use and for ever again: `subscribe` resolves at once and subscribes when the
 * brokers answer, `publish` rejects while they do not. A new group reads each topic from its beginning.
 */
export const createKafkaBus = (options: KafkaBusOptions): EventBus => {
  const named = (name: string): string => `${options.prefix}${name}`;
  const state: State = {
    kafka: createKafka(options),
    options,
    stopped: new AbortController(),
    topics: new Set(),
    running: new Set(),
  };
  const stop = async () => {
    state.stopped.abort();
    await Promise.all([...state.running].map((end) => end()));
    await discardProducer(state);
  };
  return {
    publish: (topic, events) => publish(state, named(topic), events),
    subscribe: async ({ topics, group, handle }) =>
      subscribe(state, { topics: topics.map(named), group: named(group), handle }),
    stop,
  };
};
