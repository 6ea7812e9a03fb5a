import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const USER = 'https://gitlab.com/api/v4/user';

export const gitlab: CreateProvider = () => ({
  authorization_url: 'https://gitlab.com/oauth/authorize',
  token_url: 'https://gitlab.com/oauth/token',
  scopes: ['read_user'],
  client_authentication: 'basic',
  profile: async (source) => {
    const user = await source.get(USER);
    const emails = await source.get(`${USER}/emails`);
    const email = textAt(user, 'email');
    const same = Array.isArray(emails)
      ? (emails as unknown[]).find((entry) => email !== null && textAt(entry, 'email') === email)
      : undefined;
    return {
      account_id: idAt(user, 'id'),
      display_name: textAt(user, 'name'),
      email,
      email_verified: textAt(same, 'confirmed_at') !== null,
      profile_image_url: textAt(user, 'avatar_url'),
    };
  },
  probe: { url: USER },
});
