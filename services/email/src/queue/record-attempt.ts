import type { Clock } from '@portico/platform/clock';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { newUuid } from '@portico/platform/ids';
import type { Keyring } from '@portico/platform/keyring';
import type { DataSource, EntityManager } from 'typeorm';
import type { Failure } from '../delivery/failure.ts';
import { senderConfigOf, type MailRoute } from '../delivery/mail-route.ts';
import type { RenderedMail } from '../rendering/render-mail.ts';
import { storeInboxMessage } from '../inbox/store-inbox-message.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { QueuedMail } from './queued-mail.ts';

export type RecordDeps = { db: DataSource; keyring: Keyring; clock: Clock };

/** What became of one try. Route and content are missing when it ended before they were known. */
export interface Attempt {
  readonly mail: QueuedMail;
  readonly route?: MailRoute;
  readonly content?: RenderedMail;
  readonly failure?: Failure;
}

const LOG = `
  INSERT INTO sent_mails
    (project_id, branch_id, id, mail_id, user_id, sealed_subject, recipients, sender_config, error, sent_at_millis)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const logAttempt = async (tx: EntityManager, { keyring, clock }: RecordDeps, attempt: Attempt) => {
  const { mail, route, content, failure } = attempt;
  if (!route || !content) return;
  const id = newUuid();
  const { project_id, branch_id } = mail;
  const subject = keyring.seal(content.subject, `sent_mails:${project_id}:${id}`);
  const sender = JSON.stringify(senderConfigOf(route));
  const error = failure ? JSON.stringify(failure) : null;
  const who = [mail.id, mail.user_id, subject, [mail.recipient], sender, error];
  await sql(tx).execute(LOG, [project_id, branch_id, id, ...who, clock.now()], { name: 'log_mail' });
};

const FINISH = `
  UPDATE queued_mails SET status = $4, failure = $5, finished_at_millis = $6, sealed_variables = NULL
  WHERE project_id = $1 AND branch_id = $2 AND id = $3 AND status = 'pending'`;

const RETRY = `
  UPDATE queued_mails SET next_attempt_at_millis = $4, failure = $5
  WHERE project_id = $1 AND branch_id = $2 AND id = $3 AND status = 'pending'`;

/** The variables go with the last try, for links in them sign people in. */
const finish = async (tx: EntityManager, { clock }: RecordDeps, { mail, failure }: Attempt) => {
  const status = failure ? 'failed' : 'sent';
  const place = [mail.project_id, mail.branch_id, mail.id];
  const reason = failure ? `${failure.errorType}: ${failure.rawError}` : null;
  const changed = await sql(tx).execute(FINISH, [...place, status, reason, clock.now()], {
    name: 'finish_mail',
  });
  if (changed === 0) return;
  await emit(tx, {
    type: `email.${status}`,
    project_id: mail.project_id,
    branch_id: mail.branch_id,
    subject: mail.id,
    occurred_at_millis: clock.now(),
    data: { template_key: mail.template_key, user_id: mail.user_id, error_type: failure?.errorType ?? null },
  });
};

/** The log, the queue, the inbox and the event change together. */
export const recordAttempt = (deps: RecordDeps, attempt: Attempt): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const { mail, route, content, failure } = attempt;
    await logAttempt(tx, deps, attempt);
    const retryAt = failure?.canRetry ? nextAttemptAt(deps.clock, mail.attempts) : undefined;
    if (failure && retryAt !== undefined) {
      const place = [mail.project_id, mail.branch_id, mail.id];
      await sql(tx).execute(RETRY, [...place, retryAt, `${failure.errorType}: ${failure.rawError}`]);
      return;
    }
    if (!failure && route && content && !route.server)
      await storeInboxMessage(tx, deps, { mail, route, content });
    await finish(tx, deps, attempt);
  });

const POSTPONE = `
  UPDATE queued_mails SET next_attempt_at_millis = $4, attempts = attempts - 1
  WHERE project_id = $1 AND branch_id = $2 AND id = $3 AND status = 'pending'`;

const POSTPONE_MILLIS = 1_000;

/** Another part of Portico is away. That says nothing about the mail, so the try does not count. */
export const postponeMail = async ({ db, clock }: RecordDeps, mail: QueuedMail): Promise<void> => {
  const place = [mail.project_id, mail.branch_id, mail.id];
  await sql(db).execute(POSTPONE, [...place, clock.now() + POSTPONE_MILLIS], { name: 'postpone_mail' });
};
