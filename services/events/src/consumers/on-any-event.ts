import type { Event } from '@portico/proto/events/v1/event';
import type { DataSource } from 'typeorm';
import { appendAuditLogEntry } from '../audit-log/append-audit-log-entry.ts';

type Deps = { db: DataSource };

/** The log itself remembers event ids, so an event that comes again adds nothing. */
export const onAnyEvent =
  ({ db }: Deps) =>
  (event: Event): Promise<void> =>
    appendAuditLogEntry(db, event);
