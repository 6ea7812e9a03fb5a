import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { adminProject } from './project.schema.ts';
import { requireConfig } from './require-config.ts';

export const getProject = route({
  method: 'GET',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Read the project with its settings',
  request: { query: object({}) },
  response: adminProject,
  handler: async ({ services, call }) => requireConfig(await services.identity.projects.getProject({}, call)),
});
