/**
 * What every call between parts of Portico carries besides its request message: the tenant, the
 * caller and the time left. It is plain data (apart from the signal), so it travels as one gRPC
 * metadata entry and is handed over unchanged in process.
 */
import { newRequestId } from './ids.ts';

export type AccessType = 'client' | 'server' | 'admin';

/** Guess of where the end user is; for events and session lists only, never for security. */
export interface EndUserIpInfo {
  readonly ip: string;
  readonly countryCode?: string;
  readonly regionCode?: string;
  readonly cityName?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly tzIdentifier?: string;
}

export interface CallContext {
  /** 16 characters of Crockford base32; the same in every log line of one request. */
  readonly request_id: string;
  /** Empty for calls outside any project. */
  readonly project_id: string;
  readonly branch_id: string;
  /** Absent: the system itself, or nobody has been authenticated. */
  readonly access_type?: AccessType;
  /** The current user, when there is one. */
  readonly user_id?: string;
  /** Id of the session (refresh token) the access token belongs to. */
  readonly session_id?: string;
  readonly is_anonymous?: boolean;
  readonly end_user_ip_info?: EndUserIpInfo;
  /** Epoch milliseconds; absent: each hop allows `DEFAULT_DEADLINE_MILLIS`. */
  readonly deadline_millis?: number;
  /** Fires when the caller went away or the deadline has passed. Never travels. */
  readonly signal?: AbortSignal;
}

/** How long one call may take when its context does not say. */
export const DEFAULT_DEADLINE_MILLIS = 5_000;

/** The context of work that no request asked for: jobs, consumers, start-up. */
export const systemCall = (project_id: string, branch_id = 'main'): CallContext => ({
  request_id: newRequestId(),
  project_id,
  branch_id,
});
