import { idAt, jsonAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const USER = 'https://api.bitbucket.org/2.0/user';

export const bitbucket: CreateProvider = () => ({
  authorization_url: 'https://bitbucket.org/site/oauth2/authorize',
  token_url: 'https://bitbucket.org/site/oauth2/access_token',
  scopes: ['account', 'email'],
  client_authentication: 'basic',
  profile: async (source) => {
    const user = await source.get(USER);
    const values = jsonAt(await source.get(`${USER}/emails`), 'values');
    const primary = Array.isArray(values)
      ? (values as unknown[]).find((entry) => jsonAt(entry, 'is_primary') === true)
      : undefined;
    return {
      account_id: idAt(user, 'account_id'),
      display_name: textAt(user, 'display_name'),
      email: textAt(primary, 'email'),
      email_verified: jsonAt(primary, 'is_confirmed') === true,
      profile_image_url: textAt(user, 'links', 'avatar', 'href'),
    };
  },
  probe: { url: USER },
});
