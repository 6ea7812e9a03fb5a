import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import { z } from 'zod';
import type { Credentials } from '../../access/credentials.ts';
import { oneOf, text } from '../../http/fields.ts';
import { json } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' };

const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.literal('legacy'),
  refresh_token: z.string().optional(),
});

/** RFC 6749 section 5.2. */
const malformed = (error: string, error_description: string) =>
  json({ error, error_description }, { status: 400, headers: NEVER_STORED });

/** A client is a project, with its branch behind a `#`, and its secret a publishable key. */
const asProject = async (
  client: { client_id: string; client_secret: string },
  credentials: Credentials,
  call: CallContext,
): Promise<CallContext> => {
  const [project_id = '', branch_id = 'main'] = client.client_id.split('#', 2);
  const tenant: CallContext = { ...call, project_id, branch_id, access_type: 'client' };
  const accepted =
    branch_id === 'main' && (await credentials.keyIsValid('client', client.client_secret, tenant));
  if (!accepted) throw knownErrors.INVALID_OAUTH_CLIENT_ID_OR_SECRET({ client_id: null });
  return tenant;
};

export const oauthToken = route({
  method: 'POST',
  path: '/auth/oauth/token',
  access: 'open',
  summary: 'OAuth 2.0 token endpoint',
  description: 'Takes forms and JSON. The client is the project id, its secret a publishable client key.',
  request: {
    body: z.looseObject({
      grant_type: oneOf('authorization_code', 'refresh_token'),
      client_id: text().optional(),
      client_secret: text().optional(),
      refresh_token: text().optional(),
      code: text().optional(),
      scope: text().optional(),
    }),
  },
  response: tokenAnswer,
  accepts_revoked_session: true,
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    'INVALID_AUTHORIZATION_CODE',
  ],
  handler: async ({ body, services, call, context }) => {
    const { grant_type, client_id, client_secret, refresh_token, scope } = body;
    if (!client_id || !client_secret)
      return malformed('invalid_request', 'client_id and client_secret are required.');
    const tenant = await asProject({ client_id, client_secret }, context.access.credentials, call);
    if (grant_type === 'authorization_code') throw knownErrors.INVALID_AUTHORIZATION_CODE();
    if (!refresh_token) return malformed('invalid_request', 'refresh_token is required.');
    if (scope !== undefined && scope !== 'legacy')
      return malformed('invalid_scope', 'The only scope is "legacy".');
    const fresh = await services.identity.sessions.refreshSession({ refresh_token }, tenant);
    return json({ ...fresh, token_type: 'Bearer', scope: 'legacy' }, { headers: NEVER_STORED });
  },
});
