import { nonEmptyText, object, oneOf, text } from '../../http/fields.ts';
import { Reply } from '../../http/reply.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import { url } from '../../http/url.ts';
import { requireClient } from './client.ts';
import { userOfToken } from './holder.ts';
import { innerCookie } from './inner-cookie.ts';
import { patientWithProvider } from './provider-patience.ts';

const request = {
  params: object({ provider_id: text() }),
  query: object({
    client_id: text(),
    client_secret: text(),
    redirect_uri: url(),
    scope: text(),
    state: text(),
    grant_type: oneOf('authorization_code').optional(),
    code_challenge: nonEmptyText(),
    code_challenge_method: oneOf('S256', 'plain').optional(),
    response_type: oneOf('code'),
    type: oneOf('authenticate', 'link').optional(),
    token: text().optional(),
    provider_scope: text().optional(),
    error_redirect_uri: url().optional(),
    error_redirect_url: url().optional(),
    after_callback_redirect_url: text().optional(),
  }),
};

/** An unknown provider is reported before a bad token. */
const tenantWithUser = async ({ params, query, services, call, context }: RouteRequest<typeof request>) => {
  const { credentials, tokens } = context.access;
  const tenant = await requireClient(query, credentials, call);
  const { token, type = 'authenticate' } = query;
  if (!token) return tenant;
  try {
    return { ...tenant, ...(await userOfToken(token, { tokens, services }, tenant)) };
  } catch (refusal) {
    await services.identity.oauth.checkOAuthProvider({ provider_id: params.provider_id, type }, tenant);
    throw refusal;
  }
};

export const startOAuth = route({
  method: 'GET',
  path: '/auth/oauth/authorize/:provider_id',
  access: 'open',
  summary: 'Send a browser to an OAuth provider',
  description:
    'Answers a redirect to the provider. The browser comes back to `redirect_uri` with `code` and `state`, or to ' +
    '`error_redirect_url` with `errorCode`, `message` and `details`.',
  request,
  response: 'empty',
  status: 307,
  limit: { name: 'start_flow' },
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'INVALID_SCOPE',
  ],
  handler: async (given) => {
    const { params, query, services, context } = given;
    const tenant = await tenantWithUser(given);
    const { redirect_uri, scope, state, code_challenge, provider_scope, error_redirect_uri } = query;
    const started = await services.identity.oauth.startOAuth(
      {
        ...params,
        redirect_uri,
        scope,
        state,
        code_challenge,
        code_challenge_method: query.code_challenge_method ?? 'S256',
        type: query.type ?? 'authenticate',
        provider_scope,
        error_redirect_url: error_redirect_uri ?? query.error_redirect_url,
        after_callback_redirect_url: query.after_callback_redirect_url,
      },
      patientWithProvider(tenant),
    );
    const is_secure = context.config.PORTICO_PUBLIC_URL.startsWith('https:');
    const cookie = innerCookie({ ...started, is_secure, now: context.clock.now() });
    return new Reply('empty', '', {
      status: 307,
      headers: { location: started.authorization_url, ...cookie },
    });
  },
});
