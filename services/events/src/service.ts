import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { outboxEntities } from '@portico/platform/events/outbox';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import { createAuditLogAppender } from './audit-log/append-audit-log-entry.ts';
import { auditLogRpcs } from './audit-log/audit-log.rpc.ts';

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
    // The log remembers event ids itself, so an event that comes again adds nothing. Failed ones are not parked as a
    // consumer would: a log keeps its order, so later events wait.
    subscription = await bus.subscribe({
      topics: TOPICS,
      group: 'events',
      handle: createAuditLogAppender(db),
    });
  };

  const stop = async (): Promise<void> => {
    await subscription?.stop();
  };

  return { rpcs: { audit_log: auditLogRpcs({ db }) }, start, stop };
};
