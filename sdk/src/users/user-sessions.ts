import { path } from '../http/path.ts';
import { camelize } from '../wire/case.ts';
import type { Camelized } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { UserScope } from './user-scope.ts';

interface IpInfoRead {
  readonly ip: string;
  readonly countryCode?: string | null;
  readonly regionCode?: string | null;
  readonly cityName?: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly tzIdentifier?: string | null;
}

interface SessionRead {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: number;
  readonly is_impersonation: boolean;
  readonly last_used_at?: number | null;
  readonly is_current_session?: boolean;
  readonly last_used_at_end_user_ip_info?: IpInfoRead | null;
}

/** One place where the user is signed in. */
export interface ActiveSession {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly isImpersonation: boolean;
  readonly lastUsedAt?: Date;
  readonly isCurrentSession: boolean;
  readonly geoInfo?: Camelized<IpInfoRead>;
}

export interface UserSessions {
  getActiveSessions(): Promise<ActiveSession[]>;
  revokeSession(sessionId: string): Promise<void>;
}

/** The two times of a session are milliseconds without saying so, hence no generic conversion. */
const toActiveSession = (session: SessionRead): ActiveSession => ({
  id: session.id,
  userId: session.user_id,
  createdAt: new Date(session.created_at),
  isImpersonation: session.is_impersonation,
  lastUsedAt: session.last_used_at ? new Date(session.last_used_at) : undefined,
  isCurrentSession: session.is_current_session ?? false,
  geoInfo: session.last_used_at_end_user_ip_info
    ? camelize(session.last_used_at_end_user_ip_info)
    : undefined,
});

export const userSessions = (scope: UserScope): UserSessions => ({
  getActiveSessions: async () => {
    const list = await scope.json<ListRead<SessionRead>>('/auth/sessions', { query: { user_id: scope.ref } });
    return list.items.map(toActiveSession);
  },
  revokeSession: (sessionId) =>
    scope.send(path`/auth/sessions/${sessionId}`, { method: 'DELETE', query: { user_id: scope.ref } }),
});
