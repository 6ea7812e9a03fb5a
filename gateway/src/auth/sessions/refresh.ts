import { z } from 'zod';
import { requestHeaders } from '../../http/headers.ts';
import { route } from '../../http/route.ts';

/** An empty header counts as absent. */
const refreshToken = z.preprocess((value) => value || undefined, z.string());

export const refreshSession = route({
  method: 'POST',
  path: '/auth/sessions/current/refresh',
  access: 'client',
  summary: 'Get a fresh access token for a refresh token',
  request: { headers: z.object({ [requestHeaders.refresh_token]: refreshToken }) },
  response: z.object({ access_token: z.string(), refresh_token: z.string().optional() }),
  accepts_revoked_session: true,
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  handler: ({ headers, services, call }) =>
    services.identity.sessions.refreshSession({ refresh_token: headers[requestHeaders.refresh_token] }, call),
});
