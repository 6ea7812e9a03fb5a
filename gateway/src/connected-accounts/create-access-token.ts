import { knownErrors } from '@portico/platform/known-errors';
import { z } from 'zod';
import { patientWithProvider } from '../auth/oauth/provider-patience.ts';
import { object, text, userIdOrMe } from '../http/fields.ts';
import { route } from '../http/route.ts';

const common = {
  method: 'POST',
  access: 'client',
  response: z.object({ access_token: z.string() }),
  status: 201,
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  ],
} as const;

const scoped = object({ scope: text().optional() });

export const createConnectedAccountToken = route({
  ...common,
  path: '/connected-accounts/:user_id/:provider_id/access-token',
  summary: "Get an access token of a user's connected account",
  request: { params: object({ user_id: userIdOrMe(), provider_id: text() }), body: scoped },
  handler: ({ params, body, services, call }) =>
    services.identity.oauth.createConnectedAccountToken({ ...params, ...body }, patientWithProvider(call)),
});

export const createOwnConnectedAccountToken = route({
  ...common,
  path: '/auth/oauth/connected-accounts/:provider_id/access-token',
  summary: 'The same for the current user, under its older path',
  is_alias: true,
  request: { params: object({ provider_id: text() }), body: scoped },
  handler: ({ params, body, services, call, user }) => {
    if (!user) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
    const order = { user_id: user.id, ...params, ...body };
    return services.identity.oauth.createConnectedAccountToken(order, patientWithProvider(call));
  },
});
