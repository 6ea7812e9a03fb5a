import { statusError } from '@portico/platform/errors';
import { readOpenIdMetadata } from '../openid-metadata.ts';
import { openIdProfile } from '../openid-profile.ts';
import type { CreateProvider } from '../provider.ts';

/** Any provider that speaks OpenID Connect, by the issuer URL of its entry. */
export const openIdConnect: CreateProvider = async ({ issuer_url }, http) => {
  if (!issuer_url) throw statusError(400, 'This OAuth provider has no issuer URL.');
  const metadata = await readOpenIdMetadata(http, issuer_url);
  const { authorization_url, token_url, user_info_url, jwks_url, client_authentication } = metadata;
  return {
    authorization_url,
    token_url,
    scopes: ['openid', 'email', 'profile', ...(metadata.has_offline_access ? ['offline_access'] : [])],
    client_authentication,
    with_nonce: true,
    id_token: { jwks_url, issuer: () => metadata.issuer },
    profile: openIdProfile(user_info_url),
    probe: { url: user_info_url },
  };
};
