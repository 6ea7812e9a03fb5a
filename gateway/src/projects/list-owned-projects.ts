import { object } from '../http/fields.ts';
import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { requireInternalUser } from './internal-user.ts';
import { adminProject } from './project.schema.ts';
import { requireConfig } from './require-config.ts';

export const listOwnedProjects = route({
  method: 'GET',
  path: '/internal/projects',
  access: 'client',
  summary: 'List the projects that the current user owns through a team',
  request: { query: object({}) },
  response: listOf(adminProject),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
  handler: async ({ user, services, call }) => {
    requireInternalUser(user, call);
    const { items } = await services.identity.projects.listOwnedProjects({}, call);
    return completeList(items.map(requireConfig));
  },
});
