import { statusError } from '@portico/platform/errors';
import { idAt, jsonAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const USER = 'https://api.github.com/user';
const headers = { 'x-github-api-version': '2022-11-28' };

export const github: CreateProvider = () => ({
  authorization_url: 'https://github.com/login/oauth/authorize',
  token_url: 'https://github.com/login/oauth/access_token',
  scopes: ['user:email'],
  client_authentication: 'basic',
  token_lifetime_seconds: 8 * 3600,
  profile: async (source) => {
    const user = await source.get(USER, headers);
    const emails = await source.getUnless(403, `${USER}/emails`, headers);
    if (emails === undefined) {
      throw statusError(400, 'The GitHub app may not read email addresses; give it that permission.');
    }
    const primary = Array.isArray(emails)
      ? (emails as unknown[]).find((entry) => jsonAt(entry, 'primary') === true)
      : undefined;
    return {
      account_id: idAt(user, 'id'),
      display_name: textAt(user, 'name'),
      email: textAt(primary, 'email'),
      email_verified: jsonAt(primary, 'verified') === true,
      profile_image_url: textAt(user, 'avatar_url'),
    };
  },
  probe: { url: USER, headers },
});
