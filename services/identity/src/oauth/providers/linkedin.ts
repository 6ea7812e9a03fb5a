import { openIdProfile } from '../openid-profile.ts';
import type { CreateProvider } from '../provider.ts';

const USER_INFO = 'https://api.linkedin.com/v2/userinfo';

export const linkedin: CreateProvider = () => ({
  authorization_url: 'https://www.linkedin.com/oauth/v2/authorization',
  token_url: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopes: ['openid', 'profile', 'email'],
  client_authentication: 'body',
  // LinkedIn refuses requests of confidential clients that carry a challenge.
  without_pkce: true,
  id_token: {
    jwks_url: 'https://www.linkedin.com/oauth/openid/jwks',
    issuer: () => 'https://www.linkedin.com/oauth',
  },
  profile: openIdProfile(USER_INFO),
  probe: { url: USER_INFO },
});
