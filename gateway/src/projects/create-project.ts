import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { requireInternalUser } from './internal-user.ts';
import { projectChange } from './project-change.ts';
import { adminProject, projectCreate } from './project.schema.ts';
import { requireConfig } from './require-config.ts';

export const createProject = route({
  method: 'POST',
  path: '/internal/projects',
  access: 'client',
  summary: 'Create a project for a team of the current user',
  request: { query: object({}), body: projectCreate },
  response: adminProject,
  status: 201,
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'EXPECTED_INTERNAL_PROJECT',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
  ],
  handler: async ({ body, user, services, call }) => {
    requireInternalUser(user, call);
    return requireConfig(await services.identity.projects.createProject(projectChange(body), call));
  },
});
