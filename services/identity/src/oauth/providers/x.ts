import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const ME = 'https://api.x.com/2/users/me?user.fields=id,name,profile_image_url';

export const x: CreateProvider = () => ({
  authorization_url: 'https://twitter.com/i/oauth2/authorize',
  token_url: 'https://api.x.com/2/oauth2/token',
  scopes: ['users.read', 'offline.access', 'tweet.read'],
  client_authentication: 'basic',
  profile: async (source) => {
    const me = await source.get(ME);
    return {
      account_id: idAt(me, 'data', 'id'),
      display_name: textAt(me, 'data', 'name') ?? textAt(me, 'data', 'username'),
      // X gives no address to anybody.
      email: null,
      email_verified: false,
      profile_image_url: textAt(me, 'data', 'profile_image_url'),
    };
  },
  probe: { url: ME },
});
