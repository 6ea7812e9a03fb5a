import { idAt, jsonAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const ME = 'https://discord.com/api/users/@me';

const imageUrl = (account_id: string, hash: string | null): string | null =>
  hash === null
    ? null
    : `https://cdn.discordapp.com/avatars/${account_id}/${hash}.${hash.startsWith('a_') ? 'gif' : 'png'}`;

export const discord: CreateProvider = () => ({
  authorization_url: 'https://discord.com/oauth2/authorize',
  token_url: 'https://discord.com/api/oauth2/token',
  scopes: ['identify', 'email'],
  client_authentication: 'basic',
  profile: async (source) => {
    const me = await source.get(ME);
    const account_id = idAt(me, 'id');
    return {
      account_id,
      display_name: textAt(me, 'global_name') ?? textAt(me, 'username'),
      email: textAt(me, 'email'),
      email_verified: jsonAt(me, 'verified') === true,
      profile_image_url: imageUrl(account_id, textAt(me, 'avatar')),
    };
  },
  probe: { url: ME },
});
