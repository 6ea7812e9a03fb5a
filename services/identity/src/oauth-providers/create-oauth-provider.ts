import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { CreateOAuthProviderRequest, OAuthProvider } from '@portico/proto/identity/v1/oauth_providers';
import { readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { insertAccount } from '../oauth/oauth-account.ts';
import { lockUser } from '../users/select-user.ts';
import { asLinkError, checkLink } from './check-link.ts';
import { toOAuthProvider } from './oauth-provider.message.ts';

/** A server says which account is whose; nobody has signed in for it. */
export const createOAuthProvider =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async ({ provider: input }: CreateOAuthProviderRequest, call: CallContext): Promise<OAuthProvider> => {
    const { oauth_providers } = await readSettings(db, call);
    const configured = oauth_providers.find(({ id }) => id === input?.provider_config_id);
    if (!configured) throw statusError(404, 'The provider is not configured for this project.');
    const link = {
      user_id: input?.user_id ?? '',
      provider_config_id: configured.id,
      provider_type: configured.type,
      account_id: input?.account_id ?? '',
      email: input?.email ?? null,
      allow_sign_in: input?.allow_sign_in ?? false,
      allow_connected_accounts: input?.allow_connected_accounts ?? false,
    };
    const create = transaction(db, async (tx) => {
      if (!(await lockUser(tx, call, link.user_id))) throw knownErrors.USER_NOT_FOUND();
      await checkLink(tx, call, { link, given: { allow_sign_in: true, account_id: true } });
      return insertAccount(tx, call, { ...link, now: clock.now() });
    });
    const row = await create.catch((error: unknown) => {
      throw asLinkError(error);
    });
    return toOAuthProvider(row);
  };
