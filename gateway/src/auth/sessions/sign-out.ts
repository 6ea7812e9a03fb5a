import { knownErrors } from '@portico/platform/known-errors';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const signOut = route({
  method: 'DELETE',
  path: '/auth/sessions/current',
  access: 'client',
  summary: 'Sign out: end the session of the access token',
  response: success,
  accepts_revoked_session: true,
  errors: ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  handler: async ({ services, call, context }) => {
    if (call.session_id === undefined)
      throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: context.clock.now() });
    await services.identity.sessions.deleteCurrentSession({}, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
