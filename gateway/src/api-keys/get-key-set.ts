import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { keySet, keySetParams } from './key-set.schema.ts';

export const getKeySet = route({
  method: 'GET',
  path: '/internal/api-keys/:id',
  access: 'admin',
  summary: 'Read a project key set',
  request: { params: keySetParams, query: object({}) },
  response: keySet,
  errors: ['API_KEY_NOT_FOUND'],
  handler: ({ params, services, call }) => services.api_keys.project_keys.getProjectKeySet(params, call),
});
