import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { DeleteSessionRequest, SessionDeleted } from '@portico/proto/identity/v1/sessions';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';
import { endSession } from './end-session.ts';

const notFound = () => statusError(404, 'The session does not exist.');

const isAlive = async (
  db: Db,
  call: CallContext,
  session: { id: string; user_id?: string },
): Promise<boolean> => {
  if (!isUuid(session.id) || (session.user_id !== undefined && !isUuid(session.user_id))) return false;
  const rows = await sql(db).query(
    `select 1 from sessions
     where project_id = $1 and branch_id = $2 and id = $3 and revoked_at_millis is null
       and ($4::uuid is null or user_id = $4)`,
    [...tenant(call), session.id, session.user_id ?? null],
  );
  return rows.length > 0;
};

/** Ends one session by its id; the caller's own is left to signing out. */
export const deleteSession =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (request: DeleteSessionRequest, call: CallContext): Promise<SessionDeleted> => {
    const { session_id } = request;
    const own = call.access_type === 'client' ? call.user_id : undefined;
    if (call.access_type === 'client' && own === undefined) throw notFound();
    if (own !== undefined && request.user_id !== undefined && request.user_id !== own) throw notFound();
    const user_id = own ?? request.user_id;
    if (!(await isAlive(db, call, { id: session_id, user_id }))) throw notFound();
    if (session_id === call.session_id) throw knownErrors.CANNOT_DELETE_CURRENT_SESSION();
    const ended = await transaction(db, (tx) =>
      endSession(tx, call, { session_id, user_id, reason: 'deleted', now: clock.now() }),
    );
    if (!ended) throw notFound();
    return {};
  };
