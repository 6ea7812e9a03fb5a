import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  ListOAuthProvidersRequest,
  OAuthProviderList,
} from '@portico/proto/identity/v1/oauth_providers';
import { tenant, type IdentityDeps } from '../deps.ts';
import { findAccountsOf, type OAuthAccountRow } from '../oauth/oauth-account.ts';
import { requireOwnUser } from '../users/own-user.ts';
import { userExistsIn } from '../users/user-exists.ts';
import { notYours } from './find-link.ts';
import { toOAuthProvider } from './oauth-provider.message.ts';

/** Clients get their own user's links whether or not they name it. */
const filterOf = (call: CallContext, user_id: string | undefined): string | undefined => {
  if (call.access_type !== 'client') return user_id;
  requireOwnUser(call, user_id ?? call.user_id ?? '', notYours);
  return call.user_id;
};

export const listOAuthProviders =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (request: ListOAuthProvidersRequest, call: CallContext): Promise<OAuthProviderList> => {
    const user_id = filterOf(call, request.user_id);
    if (user_id !== undefined) {
      if (!(await userExistsIn(db, call, user_id))) throw knownErrors.USER_NOT_FOUND();
      return { items: (await findAccountsOf(db, call, user_id)).map(toOAuthProvider) };
    }
    const rows = await sql(db).query<OAuthAccountRow>(
      `select * from oauth_accounts where project_id = $1 and branch_id = $2
       order by created_at_millis, id`,
      tenant(call),
    );
    return { items: rows.map(toOAuthProvider) };
  };
