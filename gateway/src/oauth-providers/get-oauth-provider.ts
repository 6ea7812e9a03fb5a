import { object, userIdOrMe, uuid } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { oauthProvider } from './oauth-provider.schema.ts';

export const getOAuthProvider = route({
  method: 'GET',
  path: '/oauth-providers/:user_id/:provider_id',
  access: 'client',
  summary: 'Get a linked OAuth account',
  request: { params: object({ user_id: userIdOrMe(), provider_id: uuid() }) },
  response: oauthProvider,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  handler: ({ params, services, call }) => services.identity.oauth_providers.getOAuthProvider(params, call),
});
