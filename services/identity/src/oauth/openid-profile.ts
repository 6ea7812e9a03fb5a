import { statusError } from '@portico/platform/errors';
import { idAt, jsonAt, textAt } from './json-at.ts';
import type { Profile, ProfileSource } from './provider.ts';

/** The standard claims of a userinfo endpoint. It must speak about the person of the ID token. */
export const openIdProfile =
  (user_info_url: string) =>
  async (source: ProfileSource): Promise<Profile> => {
    const info = await source.get(user_info_url);
    const account_id = idAt(info, 'sub');
    if (account_id !== source.claims.sub) {
      throw statusError(400, 'The OAuth provider gave contradictory account ids.');
    }
    return {
      account_id,
      display_name: textAt(info, 'name'),
      email: textAt(info, 'email'),
      // Nothing but the boolean: a text, whatever it says, is no promise of the provider.
      email_verified: jsonAt(info, 'email_verified') === true,
      profile_image_url: textAt(info, 'picture'),
    };
  };
