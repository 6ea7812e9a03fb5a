import { z } from 'zod';
import { object, userIdOrMe, uuid } from '../http/fields.ts';

const client = z.object({
  id: z.string(),
  user_id: z.string(),
  provider_config_id: z.string(),
  type: z.string(),
  email: z.string().optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
});

/** Only servers learn the provider's own id of the account. */
export const oauthProvider = { client, server: client.extend({ account_id: z.string() }) };

/** Every route of a resource knows the parameters of its list. */
export const oauthProvidersQuery = object({ user_id: userIdOrMe().optional() });

export const oauthProviderParams = object({ user_id: userIdOrMe(), provider_id: uuid() });
