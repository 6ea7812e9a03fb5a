import { object } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';

export const deleteProject = route({
  method: 'DELETE',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Delete the project with everything in it',
  request: { query: object({}) },
  response: success,
  handler: async ({ services, call, context }) => {
    await services.identity.projects.deleteProject({}, call);
    context.access.credentials.projectChanged(call.project_id);
    return SUCCESS;
  },
});
