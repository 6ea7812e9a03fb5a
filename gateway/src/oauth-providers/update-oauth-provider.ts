import { email } from '../http/email.ts';
import { boolean, nonEmptyText, object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { oauthProvider, oauthProviderParams, oauthProvidersQuery } from './oauth-provider.schema.ts';

const uses = { allow_sign_in: boolean().optional(), allow_connected_accounts: boolean().optional() };

export const updateOAuthProvider = route({
  method: 'PATCH',
  path: '/oauth-providers/:user_id/:provider_id',
  access: 'client',
  summary: 'Change what a linked OAuth account may be used for',
  request: {
    params: oauthProviderParams,
    query: oauthProvidersQuery,
    body: {
      client: object(uses),
      server: object({ ...uses, email: email().optional(), account_id: nonEmptyText().optional() }),
    },
  },
  response: oauthProvider,
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  handler: ({ params, body, services, call }) => {
    const { values, update_mask } = masked(body);
    const change = { ...params, provider: { ...values }, update_mask };
    return services.identity.oauth_providers.updateOAuthProvider(change as never, call);
  },
});
