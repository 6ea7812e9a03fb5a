import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type {
  DeleteOAuthProviderRequest,
  OAuthProviderDeleted,
} from '@portico/proto/identity/v1/oauth_providers';
import { tenant, type IdentityDeps } from '../deps.ts';
import { requireLink } from './find-link.ts';

/** The provider's tokens go with the link. It may be the user's last way to sign in. */
export const deleteOAuthProvider =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (request: DeleteOAuthProviderRequest, call: CallContext): Promise<OAuthProviderDeleted> => {
    const { id } = await requireLink(db, call, request);
    await sql(db).execute('delete from oauth_accounts where project_id = $1 and branch_id = $2 and id = $3', [
      ...tenant(call),
      id,
    ]);
    return {};
  };
