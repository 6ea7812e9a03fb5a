import { openIdProfile } from '../openid-profile.ts';
import type { CreateProvider } from '../provider.ts';

const USER_INFO = 'https://openidconnect.googleapis.com/v1/userinfo';

export const google: CreateProvider = () => ({
  authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_url: 'https://oauth2.googleapis.com/token',
  scopes: [
    'https://www.googleapis.com/auth/userinfo.email',
    'https://www.googleapis.com/auth/userinfo.profile',
  ],
  client_authentication: 'basic',
  parameters: { prompt: 'consent', include_granted_scopes: 'true' },
  id_token: {
    jwks_url: 'https://www.googleapis.com/oauth2/v3/certs',
    issuer: () => 'https://accounts.google.com',
  },
  profile: openIdProfile(USER_INFO),
  probe: { url: USER_INFO },
});
