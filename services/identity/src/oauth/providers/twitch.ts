import { idAt, jsonAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const USERS = 'https://api.twitch.tv/helix/users';

export const twitch: CreateProvider = ({ client_id }) => {
  const headers = { 'client-id': client_id };
  return {
    authorization_url: 'https://id.twitch.tv/oauth2/authorize',
    token_url: 'https://id.twitch.tv/oauth2/token',
    scopes: ['user:read:email'],
    client_authentication: 'body',
    profile: async (source) => {
      const users = await source.get(USERS, headers);
      return {
        account_id: idAt(users, 'data', 0, 'id'),
        display_name: textAt(users, 'data', 0, 'display_name'),
        email: textAt(users, 'data', 0, 'email'),
        // Twitch hands out checked addresses only.
        email_verified: true,
        profile_image_url: textAt(users, 'data', 0, 'profile_image_url'),
      };
    },
    probe: { url: USERS, headers, accepts: (body) => jsonAt(body, 'data', 0) !== undefined },
  };
};
