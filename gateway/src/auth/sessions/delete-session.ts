import { object, userIdOrMe, uuid } from '../../http/fields.ts';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const deleteSession = route({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'client',
  summary: 'End a session',
  request: { params: object({ id: uuid() }), query: object({ user_id: userIdOrMe().optional() }) },
  response: success,
  errors: ['CANNOT_DELETE_CURRENT_SESSION'],
  handler: async ({ params, query, services, call, context }) => {
    await services.identity.sessions.deleteSession({ session_id: params.id, user_id: query.user_id }, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
