import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { projectChange } from './project-change.ts';
import { adminProject, projectUpdate } from './project.schema.ts';
import { requireConfig } from './require-config.ts';

export const updateProject = route({
  method: 'PATCH',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Change the project and its settings',
  request: { query: object({}), body: projectUpdate },
  response: adminProject,
  errors: ['INVALID_SHARED_OAUTH_PROVIDER_ID'],
  handler: async ({ body, services, call }) =>
    requireConfig(await services.identity.projects.updateProject(projectChange(body), call)),
});
