import { object } from '../http/fields.ts';
import { completeList, listOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { keySet } from './key-set.schema.ts';

export const listKeySets = route({
  method: 'GET',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'List project key sets, newest first',
  request: { query: object({}) },
  response: listOf(keySet),
  handler: async ({ services, call }) =>
    completeList((await services.api_keys.project_keys.listProjectKeySets({}, call)).items),
});
