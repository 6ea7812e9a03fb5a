import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { oauthProviderParams, oauthProvidersQuery } from './oauth-provider.schema.ts';

export const deleteOAuthProvider = route({
  method: 'DELETE',
  path: '/oauth-providers/:user_id/:provider_id',
  access: 'client',
  summary: 'Unlink an OAuth account',
  request: { params: oauthProviderParams, query: oauthProvidersQuery },
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  handler: async ({ params, services, call }) => {
    await services.identity.oauth_providers.deleteOAuthProvider(params, call);
    return SUCCESS;
  },
});
