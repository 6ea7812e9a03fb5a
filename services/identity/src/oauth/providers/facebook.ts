import { statusError } from '@portico/platform/errors';
import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const GRAPH = 'https://graph.facebook.com/v3.2';
const ME = `${GRAPH}/me?fields=id,name,email`;

export const facebook: CreateProvider = ({ facebook_config_id }) => ({
  authorization_url: 'https://facebook.com/v20.0/dialog/oauth/',
  token_url: 'https://graph.facebook.com/v20.0/oauth/access_token',
  scopes: ['openid', 'public_profile', 'email'],
  client_authentication: 'basic',
  ...(facebook_config_id ? { parameters: { config_id: facebook_config_id } } : {}),
  id_token: {
    jwks_url: 'https://www.facebook.com/.well-known/oauth/openid/jwks',
    issuer: () => 'https://www.facebook.com',
  },
  profile: async (source) => {
    const me = await source.get(ME);
    const email = textAt(me, 'email');
    if (email === null) {
      throw statusError(400, 'Facebook gave no email address; the app and the person have to allow it.');
    }
    const account_id = idAt(me, 'id');
    const picture = await source.get(`${GRAPH}/${encodeURIComponent(account_id)}?fields=picture.type(small)`);
    return {
      account_id,
      display_name: textAt(me, 'name'),
      email,
      // Facebook does not say whether an address was checked.
      email_verified: false,
      profile_image_url: textAt(picture, 'picture', 'data', 'url'),
    };
  },
  probe: { url: ME },
});
