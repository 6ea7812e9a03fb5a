import { statusError } from '@portico/platform/errors';
import { object } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { requireOwnUser } from './current-user.ts';

export const deleteCurrentUser = route({
  method: 'DELETE',
  path: '/users/me',
  access: 'client',
  summary: 'Delete the current user',
  description: 'Clients may do so only where the project allows it.',
  request: { query: object({}) },
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: async ({ user, services, call, context }) => {
    // With a user the service judges; the switch is reported first without one, too.
    if (user === undefined && call.access_type === 'client') {
      const project = await services.identity.projects.getProject({}, call);
      if (!project.config?.client_user_deletion_enabled)
        throw statusError(400, 'This project does not let users delete themselves.');
    }
    await services.identity.users.deleteUser({ user_id: requireOwnUser(user).id }, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});
