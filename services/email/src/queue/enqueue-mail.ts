import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import type { Event } from '@portico/proto/events/v1/event';
import type { DataSource, EntityManager } from 'typeorm';

const INSERT = `
  INSERT INTO queued_mails
    (project_id, branch_id, id, template_key, recipient, user_id, sealed_variables, status,
     next_attempt_at_millis, created_at_millis)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $8)
  ON CONFLICT DO NOTHING`;

/** Queues the mail an event orders; the same event again changes nothing. */
export const enqueueMail = async (
  db: DataSource | EntityManager,
  event: Event,
  clock: Clock,
): Promise<void> => {
  const order = event.email_requested;
  if (!order) return;
  const { project_id, branch_id, id } = event;
  const { template_key, to, user_id, sealed_variables } = order;
  const values = [
    project_id,
    branch_id,
    id,
    template_key,
    to,
    user_id ?? null,
    sealed_variables,
    clock.now(),
  ];
  await sql(db).execute(INSERT, values, { name: 'enqueue_mail' });
};
