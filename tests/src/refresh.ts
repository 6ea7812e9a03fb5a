/** The two ways to a new access token. */
import { api, type Answer } from './client.ts';
import type { Caller, Project } from './project.ts';

export const refreshSession = (caller: Caller, refresh_token: string): Promise<Answer> =>
  caller.post('/auth/sessions/current/refresh', undefined, {
    headers: { 'x-stack-refresh-token': refresh_token },
  });

/** As clients of OAuth do. */
export const refreshByGrant = ({ id, keys }: Project, refresh_token: string): Promise<Answer> =>
  api('POST', '/auth/oauth/token', {
    json: {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: id,
      client_secret: keys.publishable_client_key,
    },
  });
