/** The bus through Kafka. The only file that knows kafkajs. */
import { Event } from '@portico/proto/events/v1/event';
import { Kafka, logLevel, Partitioners, type Consumer, type EachBatchPayload, type Producer } from 'kafkajs';
import type { Log } from '../log.ts';
import { backoffMillis, pause } from './backoff.ts';
import type { EventBus, Subscription } from './bus.ts';
import { keyOf } from './outbox.ts';

export interface KafkaBusOptions {
  brokers: readonly string[];
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
/** A handler may take this long before the group thinks its member dead, in milliseconds. */
const SESSION_MILLIS = 30_000;

interface State {
  readonly kafka: Kafka;
  readonly options: KafkaBusOptions;
  readonly stopped: AbortController;
  readonly topics: Set<string>;
  readonly consumers: Set<Consumer>;
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
    const create = missing.filter((topic) => !existing.has(topic)).map((topic) => ({ topic, numPartitions }));
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

const publish = async (state: State, topic: string, events: readonly Event[]): Promise<void> => {
  const messages = events.map((event) => ({
    key: keyOf(event),
    value: Buffer.from(Event.encode(event).finish()),
    timestamp: String(event.occurred_at_millis),
  }));
  try {
    await ensureTopics(state, [topic]);
    const producer = await producerOf(state);
    await producer.send({ topic, messages, acks: -1 });
  } catch (error) {
    await discardProducer(state);
    throw error;
  }
};

/** One after the other; a failing event is tried again in place, which keeps the order of its partition. */
const handleBatch = async (
  { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale }: EachBatchPayload,
  handle: Subscription['handle'],
): Promise<void> => {
  for (const message of batch.messages) {
    if (!isRunning() || isStale()) return;
    const event = message.value ? Event.decode(message.value) : undefined;
    // The group counts us out when a slow handler keeps us from reporting.
    const beat = setInterval(() => void heartbeat().catch(() => undefined), SESSION_MILLIS / 5);
    try {
      if (event) await handle(event);
    } finally {
      clearInterval(beat);
    }
    resolveOffset(message.offset);
    await heartbeat();
    await commitOffsetsIfNecessary();
  }
};

/** kafkajs ends a consumer on errors it thinks final; a bus has no such errors. */
const runConsumer = async (state: State, subscription: Subscription): Promise<Consumer> => {
  const consumer = state.kafka.consumer({
    groupId: subscription.group,
    sessionTimeout: SESSION_MILLIS,
    rebalanceTimeout: 2 * SESSION_MILLIS,
    heartbeatInterval: 3_000,
    maxWaitTimeInMs: 250,
    retry: {
      initialRetryTime: 100,
      maxRetryTime: LONGEST_PAUSE_MILLIS,
      retries: 8,
      restartOnFailure: async () => true,
    },
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [...subscription.topics], fromBeginning: true });
  await consumer.run({
    eachBatchAutoResolve: false,
    autoCommitInterval: 1_000,
    autoCommitThreshold: 100,
    partitionsConsumedConcurrently: PARALLEL_PARTITIONS,
    eachBatch: (payload) => handleBatch(payload, subscription.handle),
  });
  return consumer;
};

const subscribe = async (state: State, subscription: Subscription) => {
  const stopped = new AbortController();
  const signal = AbortSignal.any([state.stopped.signal, stopped.signal]);
  let consumer: Consumer | undefined;
  const starting = (async () => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await ensureTopics(state, subscription.topics);
        consumer = await runConsumer(state, subscription);
        state.consumers.add(consumer);
        return;
      } catch (error) {
        const reason = (error as Error).message;
        state.options.log?.warn(
          { group: subscription.group, reason },
          'subscribing to events failed; trying again',
        );
        await pause(backoffMillis(attempt, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS), signal);
      }
    }
  })();
  const stop = async () => {
    stopped.abort();
    await starting;
    if (!consumer) return;
    state.consumers.delete(consumer);
    await consumer.disconnect().catch(() => undefined);
  };
  return { stop };
};

/**
 * Connects with the first use and for ever again: `subscribe` resolves at once and subscribes when the
 * brokers answer, `publish` rejects while they do not. A new group reads each topic from its beginning.
 */
export const createKafkaBus = (options: KafkaBusOptions): EventBus => {
  const state: State = {
    kafka: createKafka(options),
    options,
    stopped: new AbortController(),
    topics: new Set(),
    consumers: new Set(),
  };
  const stop = async () => {
    state.stopped.abort();
    await Promise.all([...state.consumers].map((consumer) => consumer.disconnect().catch(() => undefined)));
    await discardProducer(state);
  };
  return {
    publish: (topic, events) => publish(state, topic, events),
    subscribe: (subscription) => subscribe(state, subscription),
    stop,
  };
};
