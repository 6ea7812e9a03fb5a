import type { CallContext } from '@portico/platform/call';
import { z } from 'zod';
import { oneOf, text } from '../../http/fields.ts';
import { json } from '../../http/reply.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import { authenticateClient } from './client.ts';

const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

const refreshAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.literal('legacy'),
  refresh_token: z.string().optional(),
});

/** Older clients read the camelCase spellings. */
const codeAnswer = refreshAnswer.extend({
  refresh_token: z.string(),
  is_new_user: z.boolean(),
  newUser: z.boolean(),
  after_callback_redirect_url: z.string().nullable(),
  afterCallbackRedirectUrl: z.string().nullable(),
});

const request = {
  body: z.looseObject({
    grant_type: oneOf('authorization_code', 'refresh_token'),
    client_id: text().optional(),
    client_secret: text().optional(),
    refresh_token: text().optional(),
    code: text().optional(),
    redirect_uri: text().optional(),
    code_verifier: text().optional(),
    scope: text().optional(),
  }),
};

const granted = (tokens: object) =>
  json({ ...tokens, token_type: 'Bearer', scope: 'legacy' }, { headers: NEVER_STORED });

/** RFC 6749 section 5.2. */
const malformed = (error: string, error_description: string) =>
  json({ error, error_description }, { status: 400, headers: NEVER_STORED });

type TokenRequest = RouteRequest<typeof request>;

const exchangeCode = async ({ body, services }: TokenRequest, tenant: CallContext) => {
  const { code, redirect_uri = '', code_verifier } = body;
  if (!code) return malformed('invalid_request', 'code is required.');
  const given = { code, redirect_uri, code_verifier };
  const tokens = await services.identity.oauth.exchangeAuthorizationCode(given, tenant);
  const { access_token, refresh_token, expires_in, is_new_user } = tokens;
  const { after_callback_redirect_url = null } = tokens;
  return granted({
    access_token,
    refresh_token,
    expires_in,
    is_new_user,
    newUser: is_new_user,
    after_callback_redirect_url,
    afterCallbackRedirectUrl: after_callback_redirect_url,
  });
};

const refresh = async ({ body, services }: TokenRequest, tenant: CallContext) => {
  const { refresh_token, scope } = body;
  if (!refresh_token) return malformed('invalid_request', 'refresh_token is required.');
  if (scope !== undefined && scope !== 'legacy')
    return malformed('invalid_scope', 'The only scope is "legacy".');
  const fresh = await services.identity.sessions.refreshSession({ refresh_token }, tenant);
  return granted({
    access_token: fresh.access_token,
    refresh_token: fresh.refresh_token,
    expires_in: fresh.expires_in,
  });
};

export const oauthToken = route({
  method: 'POST',
  path: '/auth/oauth/token',
  access: 'open',
  summary: 'OAuth 2.0 token endpoint',
  description: 'Takes forms and JSON. The client is the project id, its secret a publishable client key.',
  request,
  response: z.union([codeAnswer, refreshAnswer]),
  accepts_revoked_session: true,
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    'INVALID_AUTHORIZATION_CODE',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  handler: async (given) => {
    const { body, call, context } = given;
    const { grant_type, client_id, client_secret, code_verifier } = body;
    const isCode = grant_type === 'authorization_code';
    if (!client_id) return malformed('invalid_request', 'client_id is required.');
    // The verifier says that a client without a secret is the one that began.
    if (!client_secret && !(isCode && code_verifier))
      return malformed('invalid_request', 'client_secret is required.');
    const client = { client_id, client_secret: client_secret || undefined };
    const tenant = await authenticateClient(client, context.access.credentials, call);
    return isCode ? exchangeCode(given, tenant) : refresh(given, tenant);
  },
});
