import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { CreateSessionRequest, SessionTokens } from '@portico/proto/identity/v1/sessions';
import type { IdentityDeps } from '../deps.ts';
import { openSession, readTokenRow } from './begin-session.ts';

/** 367 days. */
const LONGEST_MILLIS = 31_708_800_000;

/** A session that a server opens for a user, without any factor. */
export const createSession =
  (deps: Pick<IdentityDeps, 'db' | 'clock' | 'signAccessToken' | 'activity'>) =>
  async (request: CreateSessionRequest, call: CallContext): Promise<SessionTokens> => {
    const { user_id, expires_in_millis: lifetime_millis, is_impersonation } = request;
    if (call.access_type === 'client') {
      const allowed_access_types = ['server' as const, 'admin' as const];
      throw knownErrors.INSUFFICIENT_ACCESS_TYPE({ actual_access_type: 'client', allowed_access_types });
    }
    if (lifetime_millis < 1 || lifetime_millis > LONGEST_MILLIS) {
      throw statusError(400, `A session lasts between 1 and ${LONGEST_MILLIS} milliseconds.`);
    }
    const user = await readTokenRow(deps.db, call, user_id);
    const session = { is_impersonation, lifetime_millis, reason: 'server' };
    const tokens = user && (await openSession(deps)(call, user, session));
    if (!tokens) throw knownErrors.USER_ID_DOES_NOT_EXIST({ user_id });
    return tokens;
  };
