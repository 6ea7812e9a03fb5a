import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const ME = 'https://api.spotify.com/v1/me';

export const spotify: CreateProvider = () => ({
  authorization_url: 'https://accounts.spotify.com/authorize',
  token_url: 'https://accounts.spotify.com/api/token',
  scopes: ['user-read-email', 'user-read-private'],
  client_authentication: 'basic',
  profile: async (source) => {
    const me = await source.get(ME);
    return {
      account_id: idAt(me, 'id'),
      display_name: textAt(me, 'display_name'),
      email: textAt(me, 'email'),
      // Spotify does not check addresses.
      email_verified: false,
      profile_image_url: textAt(me, 'images', 0, 'url'),
    };
  },
  probe: { url: ME },
});
