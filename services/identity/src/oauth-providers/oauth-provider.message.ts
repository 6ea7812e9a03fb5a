import type { OAuthProvider } from '@portico/proto/identity/v1/oauth_providers';
import type { Complete } from '../deps.ts';
import type { OAuthAccountRow } from '../oauth/oauth-account.ts';

export const toOAuthProvider = (row: OAuthAccountRow): Complete<OAuthProvider> => ({
  id: row.id,
  user_id: row.user_id,
  provider_config_id: row.provider_config_id,
  type: row.provider_type,
  email: row.email ?? undefined,
  allow_sign_in: row.allow_sign_in,
  allow_connected_accounts: row.allow_connected_accounts,
  account_id: row.account_id,
});
