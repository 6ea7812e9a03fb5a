import { textAt } from '../json-at.ts';
import { readOpenIdMetadata } from '../openid-metadata.ts';
import { openIdProfile } from '../openid-profile.ts';
import type { CreateProvider } from '../provider.ts';

/** Stands in for a provider whose keys a development machine does not have. It believes every address. */
export const sandbox =
  (issuer_url: string): CreateProvider =>
  async (_entry, http) => {
    const metadata = await readOpenIdMetadata(http, issuer_url);
    const profileOf = openIdProfile(metadata.user_info_url);
    return {
      authorization_url: metadata.authorization_url,
      token_url: metadata.token_url,
      scopes: ['openid', 'offline_access'],
      client_authentication: metadata.client_authentication,
      id_token: { jwks_url: metadata.jwks_url, issuer: () => metadata.issuer },
      profile: async (source) => {
        const profile = await profileOf(source);
        const { account_id, display_name, profile_image_url } = profile;
        const email = profile.email ?? textAt(profile, 'account_id');
        return { account_id, display_name, email, email_verified: true, profile_image_url };
      },
      probe: { url: metadata.user_info_url },
    };
  };
