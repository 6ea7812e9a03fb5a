import { email } from '../http/email.ts';
import { boolean, nonEmptyText, object, text, userIdOrMe } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { oauthProvider, oauthProvidersQuery } from './oauth-provider.schema.ts';

export const createOAuthProvider = route({
  method: 'POST',
  path: '/oauth-providers',
  access: 'server',
  summary: 'Link an OAuth account to a user',
  request: {
    query: oauthProvidersQuery,
    body: object({
      user_id: userIdOrMe(),
      provider_config_id: text(),
      account_id: nonEmptyText(),
      email: email().optional(),
      allow_sign_in: boolean(),
      allow_connected_accounts: boolean(),
    }),
  },
  response: oauthProvider,
  status: 201,
  errors: ['USER_NOT_FOUND', 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'],
  handler: ({ body, services, call }) =>
    services.identity.oauth_providers.createOAuthProvider({ provider: body }, call),
});
