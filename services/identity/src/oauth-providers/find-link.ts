import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import { tenant, type Db } from '../deps.ts';
import type { OAuthAccountRow } from '../oauth/oauth-account.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { userExistsIn } from '../users/user-exists.ts';
import { isUuid } from '../uuid.ts';

export const notYours = 'A client may use the linked accounts of the current user only.';

export interface LinkKey {
  user_id: string;
  provider_id: string;
}

const findLink = async (
  db: Db,
  call: CallContext,
  { user_id, provider_id }: LinkKey,
): Promise<OAuthAccountRow | undefined> => {
  if (!isUuid(provider_id)) return undefined;
  const [row] = await sql(db).query<OAuthAccountRow>(
    `select * from oauth_accounts
     where project_id = $1 and branch_id = $2 and user_id = $3 and id = $4`,
    [...tenant(call), user_id, provider_id],
  );
  return row;
};

/** The link of that user, for whoever may see it. Another user's looks like one that is not there. */
export const requireLink = async (db: Db, call: CallContext, key: LinkKey): Promise<OAuthAccountRow> => {
  requireOwnUser(call, key.user_id, notYours);
  if (!(await userExistsIn(db, call, key.user_id))) throw knownErrors.USER_NOT_FOUND();
  const link = await findLink(db, call, key);
  if (!link) throw statusError(404, 'The user has no such linked account.');
  return link;
};
