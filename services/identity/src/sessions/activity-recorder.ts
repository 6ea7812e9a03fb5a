/**
 * Minting a token marks its session and its user as active. The marks are collected and written in
 * batches, so that a refresh costs no write; at worst a crash forgets the last half second.
 */
import type { CallContext, EndUserIpInfo } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';

export interface ActivityRecorder {
  /** Without a session only the user is marked: a session that has just begun says so itself. */
  record(call: CallContext, activity: { user_id: string; session_id?: string }): void;
  /** Writes what has been collected. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface UserMark {
  project_id: string;
  branch_id: string;
  user_id: string;
  at_millis: number;
}

interface SessionMark extends Omit<UserMark, 'user_id'> {
  session_id: string;
  ip_info: EndUserIpInfo | null;
}

const INTERVAL_MILLIS = 500;

// Rows are updated in the order of their keys, so that two processes cannot wait for one another.
const UPDATE_SESSIONS = `
  update sessions s
  set last_used_at_millis = a.at_millis, last_used_ip_info = a.ip_info
  from (
    select m.* from json_to_recordset($1) as m(
      project_id text, branch_id text, session_id uuid, at_millis bigint, ip_info json)
    join sessions s on s.project_id = m.project_id and s.branch_id = m.branch_id and s.id = m.session_id
    where coalesce(s.last_used_at_millis, 0) <= m.at_millis
    order by s.project_id, s.branch_id, s.id for no key update of s
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
    order by u.project_id, u.branch_id, u.id for no key update of u
  ) as a
  where u.project_id = a.project_id and u.branch_id = a.branch_id and u.id = a.user_id`;

export const createActivityRecorder = ({
  db,
  clock,
  log,
}: {
  db: DataSource;
  clock: Clock;
  log: Log;
}): ActivityRecorder => {
  let users = new Map<string, UserMark>();
  let sessions = new Map<string, SessionMark>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const [marked, used] = [[...users.values()], [...sessions.values()]];
    users = new Map();
    sessions = new Map();
    try {
      if (used.length > 0) await sql(db).execute(UPDATE_SESSIONS, [JSON.stringify(used)]);
      if (marked.length > 0) await sql(db).execute(UPDATE_USERS, [JSON.stringify(marked)]);
    } catch (err) {
      log.warn({ err, marks: marked.length }, 'activity was not recorded');
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    record: ({ project_id, branch_id, end_user_ip_info }, { user_id, session_id }) => {
      const at_millis = clock.now();
      users.set(`${project_id}:${branch_id}:${user_id}`, { project_id, branch_id, user_id, at_millis });
      if (session_id === undefined) return;
      const mark = { project_id, branch_id, session_id, at_millis, ip_info: end_user_ip_info ?? null };
      sessions.set(`${project_id}:${branch_id}:${session_id}`, mark);
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
