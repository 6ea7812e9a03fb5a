import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { DeleteCurrentSessionRequest, SessionDeleted } from '@portico/proto/identity/v1/sessions';
import type { IdentityDeps } from '../deps.ts';
import { endSession } from './end-session.ts';

/** Signs out: the access token alone says which session ends. */
export const deleteCurrentSession =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (_request: DeleteCurrentSessionRequest, call: CallContext): Promise<SessionDeleted> => {
    const now = clock.now();
    const { session_id } = call;
    if (session_id === undefined) throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: now });
    const ended = await transaction(db, (tx) =>
      endSession(tx, call, { session_id, reason: 'sign_out', now }),
    );
    if (!ended) throw knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
    return {};
  };
