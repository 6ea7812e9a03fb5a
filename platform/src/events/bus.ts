/** How events travel between services; in process (`local-bus.ts`) or through Kafka (`kafka-bus.ts`). */
import type { Event } from '@portico/proto/events/v1/event';

export interface Subscription {
  topics: readonly string[];
  /** Each group gets every event; the members of one group share them. */
  group: string;
  /**
   * Resolves when the event may be forgotten. A rejection means "again later": the event is redelivered
   * with growing pauses and later events of its key wait.
   */
  handle(event: Event): Promise<void>;
}

/**
 * At least once, in order per key (`project_id:subject`) within a topic. A group that subscribes gets
 * what is published from then on.
 */
export interface EventBus {
  /** Resolves when the bus is answerable for all of the events; rejects when any may be missing. */
  publish(topic: string, events: readonly Event[]): Promise<void>;
  subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }>;
  /** Ends subscriptions and connections. */
  stop(): Promise<void>;
}
