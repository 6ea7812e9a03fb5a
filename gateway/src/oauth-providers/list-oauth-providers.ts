import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { oauthProvider, oauthProvidersQuery } from './oauth-provider.schema.ts';

export const listOAuthProviders = route({
  method: 'GET',
  path: '/oauth-providers',
  access: 'client',
  summary: 'List linked OAuth accounts, oldest first; clients see their own',
  request: { query: oauthProvidersQuery },
  response: { client: listOf(oauthProvider.client), server: listOf(oauthProvider.server) },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  handler: async ({ query, services, call }) =>
    completeList((await services.identity.oauth_providers.listOAuthProviders(query, call)).items),
});
