/**
 * Minting a token marks its session and its user as active. The marks are collected and written in
 * batches, so that a refresh costs no write; at worst a crash forgets the last half second.
 */
import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';

export interface ActivityRecorder {
  record(call: CallContext, activity: { user_id: string; session_id: string }): void;
  /** Writes what has been collected. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Mark {
  project_id: string;
  branch_id: string;
  user_id: string;
  session_id: string;
  at_millis: number;
  ip_info: string | null;
}

const INTERVAL_MILLIS = 500;

// Rows are updated in the order of their keys, so that two processes cannot wait for one another.
const UPDATE_SESSIONS = `
  update sessions s
  set last_used_at_millis = a.at_millis, last_used_ip_info = a.ip_info
  from (
    select m.* from json_to_recordset($1) as m(
      project_id text, branch_id text, user_id uuid, session_id uuid, at_millis bigint, ip_info json)
    join sessions s on s.project_id = m.project_id and s.branch_id = m.branch_id and s.id = m.session_id
    where coalesce(s.last_used_at_millis, 0) <= m.at_millis
    order by s.project_id, s.branch_id, s.id for update of s
  ) as a
  where s.project_id = a.project_id and s.branch_id = a.branch_id and s.id = a.session_id`;

const UPDATE_USERS = `
  update users u
  set last_active_at_millis = a.at_millis
  from (
    select m.* from json_to_recordset($1) as m(
      project_id text, branch_id text, user_id uuid, at_millis bigint)
    join users u on u.project_id = m.project_id and u.branch_id = m.branch_id and u.id = m.user_id
    where u.last_active_at_millis < m.at_millis
    order by u.project_id, u.branch_id, u.id for update of u
  ) as a
  where u.project_id = a.project_id and u.branch_id = a.branch_id and u.id = a.user_id`;

const latestByUser = (marks: readonly Mark[]): Mark[] => {
  const users = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.project_id}:${mark.branch_id}:${mark.user_id}`;
    const known = users.get(key);
    if (!known || known.at_millis < mark.at_millis) users.set(key, mark);
  }
  return [...users.values()];
};

export const createActivityRecorder = ({
  db,
  clock,
  log,
}: {
  db: DataSource;
  clock: Clock;
  log: Log;
}): ActivityRecorder => {
  let marks = new Map<string, Mark>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (marks.size === 0) return;
    const batch = [...marks.values()];
    marks = new Map();
    const sessions = batch.map((mark) => ({ ...mark, ip_info: mark.ip_info && JSON.parse(mark.ip_info) }));
    try {
      await sql(db).execute(UPDATE_SESSIONS, [JSON.stringify(sessions)]);
      await sql(db).execute(UPDATE_USERS, [JSON.stringify(latestByUser(batch))]);
    } catch (err) {
      log.warn({ err, marks: batch.length }, 'activity was not recorded');
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    record: ({ project_id, branch_id, end_user_ip_info }, { user_id, session_id }) => {
      const ip_info = end_user_ip_info ? JSON.stringify(end_user_ip_info) : null;
      const mark = { project_id, branch_id, user_id, session_id, at_millis: clock.now(), ip_info };
      marks.set(`${project_id}:${branch_id}:${session_id}`, mark);
    },
    flush,
    start: () => {
      timer ??= setInterval(() => void flush(), INTERVAL_MILLIS);
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
};
