import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import type { OAuthProvider, UpdateOAuthProviderRequest } from '@portico/proto/identity/v1/oauth_providers';
import { tenant, type IdentityDeps } from '../deps.ts';
import type { OAuthAccountRow } from '../oauth/oauth-account.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { lockUser } from '../users/select-user.ts';
import { asLinkError, checkLink } from './check-link.ts';
import { requireLink } from './find-link.ts';
import { toOAuthProvider } from './oauth-provider.message.ts';

const CLIENT_FIELDS: readonly string[] = ['allow_sign_in', 'allow_connected_accounts'];

const checkFields = (call: CallContext, mask: readonly string[]): void => {
  if (call.access_type === 'client' && mask.some((field) => !CLIENT_FIELDS.includes(field))) {
    throw statusError(400, 'A client may change only what an account may be used for.');
  }
};

const changed = (before: OAuthAccountRow, request: UpdateOAuthProviderRequest): OAuthAccountRow => {
  const { provider, update_mask } = request;
  const has = (field: string): boolean => update_mask.includes(field);
  return {
    ...before,
    account_id: provider?.account_id ?? before.account_id,
    email: has('email') ? (provider?.email ?? null) : before.email,
    allow_sign_in: provider?.allow_sign_in ?? before.allow_sign_in,
    allow_connected_accounts: provider?.allow_connected_accounts ?? before.allow_connected_accounts,
  };
};

export const updateOAuthProvider =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (request: UpdateOAuthProviderRequest, call: CallContext): Promise<OAuthProvider> => {
    const { user_id, update_mask } = request;
    checkFields(call, update_mask);
    await requireLink(db, call, request);
    if (request.provider?.allow_sign_in) await requireFreshSession({ db, clock }, call);
    const update = transaction(db, async (tx) => {
      await lockUser(tx, call, user_id);
      const link = changed(await requireLink(tx, call, request), request);
      const given = {
        allow_sign_in: update_mask.includes('allow_sign_in'),
        account_id: update_mask.includes('account_id'),
      };
      await checkLink(tx, call, { link, given });
      await sql(tx).execute(
        `update oauth_accounts
         set account_id = $4, email = $5, allow_sign_in = $6, allow_connected_accounts = $7
         where project_id = $1 and branch_id = $2 and id = $3`,
        [
          ...tenant(call),
          link.id,
          link.account_id,
          link.email,
          link.allow_sign_in,
          link.allow_connected_accounts,
        ],
      );
      return link;
    });
    const row = await update.catch((error: unknown) => {
      throw asLinkError(error);
    });
    return toOAuthProvider(row);
  };
