import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';

type Deps = { db: DataSource; clock: Clock };

const DAY_MILLIS = 86_400_000;
const KEPT_DAYS = 30;
const KEPT_INBOX_MESSAGES = 5_000;

/** Finished mail, old log lines and all but the latest captured messages. */
export const forgetOldMail = async ({ db, clock }: Deps): Promise<void> => {
  const before = clock.now() - KEPT_DAYS * DAY_MILLIS;
  await sql(db).execute(`DELETE FROM queued_mails WHERE status <> 'pending' AND finished_at_millis < $1`, [
    before,
  ]);
  await sql(db).execute('DELETE FROM sent_mails WHERE sent_at_millis < $1', [before]);
  await sql(db).execute(
    `DELETE FROM inbox_messages
     WHERE position <= (SELECT position FROM inbox_messages ORDER BY position DESC OFFSET $1 LIMIT 1)`,
    [KEPT_INBOX_MESSAGES],
  );
};

const PERIOD_MILLIS = 3_600_000;

/** @returns what ends the job. */
export const startForgettingOldMail = ({ log, ...deps }: Deps & { log: Log }): (() => void) => {
  const run = () => {
    forgetOldMail(deps).catch((err: unknown) => log.warn({ err }, 'forgetting old mail failed'));
  };
  const timer = setInterval(run, PERIOD_MILLIS);
  timer.unref();
  return () => clearInterval(timer);
};
