/**
 * The bus inside one process. `publish` resolves only when every subscribed group has handled every
 * event, so the outbox row outlives a crash in between: the relay publishes it again at the next
 * start and the inbox of each consumer skips what it has had.
 */
import type { Event } from '@portico/proto/events/v1/event';
import { backoffMillis, pause } from './backoff.ts';
import type { EventBus, Subscription } from './bus.ts';
import { keyOf } from './outbox.ts';

export interface LocalBus extends EventBus {
  /** Ends the hold of `createLocalBus({ hold: true })`. */
  release(): void;
}

/** Keys one group works on at the same time. */
const PARALLEL_KEYS = 8;
const FIRST_PAUSE_MILLIS = 50;
const LONGEST_PAUSE_MILLIS = 2_000;

/** A subscription and what it is busy with. */
interface Group {
  readonly subscription: Subscription;
  readonly stopped: AbortController;
  /** Last delivery of each busy key; the next one of that key goes after it. */
  readonly tails: Map<string, Promise<void>>;
  running: number;
  readonly waiting: (() => void)[];
}

/** Waits for one of the group's slots. */
const acquire = async (group: Group): Promise<void> => {
  if (group.running >= PARALLEL_KEYS) await new Promise<void>((resolve) => group.waiting.push(resolve));
  else group.running += 1;
};

/** Hands the slot to the next in line, or frees it. */
const releaseSlot = (group: Group): void => {
  const next = group.waiting.shift();
  if (next) next();
  else group.running -= 1;
};

/** Until handled, or until the group stops; then it rejects and the event stays unpublished. */
const deliver = async (group: Group, event: Event): Promise<void> => {
  await acquire(group);
  try {
    for (let attempt = 0; !group.stopped.signal.aborted; attempt++) {
      try {
        return await group.subscription.handle(event);
      } catch {
        await pause(backoffMillis(attempt, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS), group.stopped.signal);
      }
    }
    throw new Error('The event bus has stopped.');
  } finally {
    releaseSlot(group);
  }
};

/** Puts the event behind earlier ones of its key; settles as its delivery does. */
const enqueue = (group: Group, event: Event): Promise<void> => {
  const key = keyOf(event);
  const before = group.tails.get(key) ?? Promise.resolve();
  const delivery = before.catch(() => undefined).then(() => deliver(group, event));
  group.tails.set(key, delivery);
  const forget = () => {
    if (group.tails.get(key) === delivery) group.tails.delete(key);
  };
  delivery.then(forget, forget);
  return delivery;
};

/** Running handlers finish; what waits for another attempt is rejected. */
const stopGroup = async (group: Group): Promise<void> => {
  group.stopped.abort();
  await Promise.allSettled(group.tails.values());
};

/**
 * @param options.hold Makes `publish` wait for `release()`, so that a relay started before the last
 * consumer has subscribed loses nothing to it.
 */
export const createLocalBus = (options: { hold?: boolean } = {}): LocalBus => {
  const groups = new Set<Group>();
  let stopped = false;
  let release = (): void => undefined;
  const held = options.hold ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();

  const publish = async (topic: string, events: readonly Event[]): Promise<void> => {
    await held;
    if (stopped) throw new Error('The event bus has stopped.');
    const interested = [...groups].filter((group) => group.subscription.topics.includes(topic));
    const deliveries = interested.flatMap((group) => events.map((event) => enqueue(group, event)));
    const results = await Promise.allSettled(deliveries);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };

  const subscribe = async (subscription: Subscription) => {
    const group: Group = {
      subscription,
      stopped: new AbortController(),
      tails: new Map(),
      running: 0,
      waiting: [],
    };
    groups.add(group);
    const stop = async () => {
      // It stays in the set until all is settled: a publish in between must fail, not skip it.
      await stopGroup(group);
      groups.delete(group);
    };
    return { stop };
  };

  const stop = async () => {
    stopped = true;
    release();
    await Promise.all([...groups].map(stopGroup));
  };
  return { publish, subscribe, stop, release: () => release() };
};
