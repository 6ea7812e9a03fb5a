import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { outboxEntities } from '@portico/platform/events/outbox';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import { auditLogRpcs } from './audit-log/audit-log.rpc.ts';
import { onAnyEvent } from './consumers/on-any-event.ts';

export interface EventsDeps {
  readonly db: DataSource;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Log;
}

/** What `openDatabase` needs to know. */
export const database = { database: 'events', entities: [...outboxEntities], migrations };

const TOPICS = ['portico.identity', 'portico.teams', 'portico.api-keys', 'portico.email'];

export const createEventsService = ({ db, bus }: EventsDeps) => {
  let subscription: { stop(): Promise<void> } | undefined;

  const start = async (): Promise<void> => {
    // Without a consumer's parking of failed events: a log keeps its order, so a later event waits.
    subscription = await bus.subscribe({ topics: TOPICS, group: 'events', handle: onAnyEvent({ db }) });
  };

  const stop = async (): Promise<void> => {
    await subscription?.stop();
  };

  return { rpcs: { audit_log: auditLogRpcs({ db }) }, start, stop };
};
