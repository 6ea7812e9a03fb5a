import { sql } from '@portico/platform/db/sql';
import { createGatherer } from '@portico/platform/gather';
import type { Event } from '@portico/proto/events/v1/event';
import type { DataSource } from 'typeorm';

const APPEND = `
  SELECT append_audit_log_entry(project_id, branch_id, event_id, type, subject, actor, occurred_at_millis)
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
    WITH ORDINALITY AS event (project_id, branch_id, event_id, type, subject, actor, occurred_at_millis, position)
  ORDER BY project_id, branch_id, position`;

const appendAll = async (db: DataSource, events: readonly Event[]): Promise<undefined[]> => {
  const columns = [
    events.map((event) => event.project_id),
    events.map((event) => event.branch_id),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.subject),
    events.map((event) => event.actor ?? null),
    events.map((event) => event.occurred_at_millis),
  ];
  await sql(db).execute(APPEND, columns, { name: 'append_audit_log' });
  return events.map(() => undefined);
};

/**
 * One statement, which is its own transaction, for all events that come at the same time. Logs are locked in the
 * order of their projects, so that two processes cannot wait for one another. A line says what happened, to whom
 * and by whom, but nothing of what the event carries: that may be personal or secret.
 */
export const createAuditLogAppender = (db: DataSource): ((event: Event) => Promise<void>) =>
  createGatherer<Event, undefined>({ answer: (events) => appendAll(db, events) });
