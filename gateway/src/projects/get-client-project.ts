import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { clientProject } from './project.schema.ts';
import { requireConfig } from './require-config.ts';

export const getClientProject = route({
  method: 'GET',
  path: '/projects/current',
  access: 'client',
  summary: 'Read what everybody may know about the project',
  request: { query: object({}) },
  response: clientProject,
  handler: async ({ services, call }) => requireConfig(await services.identity.projects.getProject({}, call)),
});
