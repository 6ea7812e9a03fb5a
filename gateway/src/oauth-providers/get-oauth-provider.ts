import { route } from '../http/route.ts';
import { oauthProvider, oauthProviderParams, oauthProvidersQuery } from './oauth-provider.schema.ts';

export const getOAuthProvider = route({
  method: 'GET',
  path: '/oauth-providers/:user_id/:provider_id',
  access: 'client',
  summary: 'Get a linked OAuth account',
  request: { params: oauthProviderParams, query: oauthProvidersQuery },
  response: oauthProvider,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  handler: ({ params, services, call }) => services.identity.oauth_providers.getOAuthProvider(params, call),
});
