import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';

/** How long a sign-in counts as having just happened. */
const FRESH_MILLIS = 10 * 60_000;

/**
 * Before a client changes how its user signs in, in projects that ask for it: the session must have
 * just begun, so that a forgotten browser or a stolen token does not take over the account. A session
 * that another one let in, however old that was, is nobody's sign-in.
 */
export const requireFreshSession = async (
  { db, clock }: { db: Db } & Pick<IdentityDeps, 'clock'>,
  call: CallContext,
): Promise<void> => {
  if (call.access_type !== 'client') return;
  const session_id = isUuid(call.session_id ?? '') ? call.session_id : null;
  const [row] = await sql(db).query<{ required: boolean; began_at_millis: number | null }>(
    `select coalesce((b.settings->>'step_up')::boolean, false) as required, s.created_at_millis as began_at_millis
     from branches b
     left join sessions s on s.project_id = b.project_id and s.branch_id = b.branch_id and s.id = $3
       and not s.is_impersonation
       and not exists (
         select 1 from cli_logins c
         where c.project_id = s.project_id and c.branch_id = s.branch_id and c.session_id = s.id)
     where b.project_id = $1 and b.branch_id = $2`,
    [...tenant(call), session_id],
  );
  if (!row?.required || (row.began_at_millis ?? 0) > clock.now() - FRESH_MILLIS) return;
  throw statusError(403, 'Sign in again first: this change needs a sign-in of the last ten minutes.');
};
