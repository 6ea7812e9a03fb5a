import { boolean, millis, object, text } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { firstView, withWholeKeys } from './key-set.schema.ts';

export const createKeySet = route({
  method: 'POST',
  path: '/internal/api-keys',
  access: 'admin',
  summary: 'Create a set of project keys; only this answer shows them',
  request: {
    query: object({}),
    body: object({
      description: text(),
      expires_at_millis: millis(),
      has_publishable_client_key: boolean(),
      has_secret_server_key: boolean(),
      has_super_secret_admin_key: boolean(),
    }),
  },
  response: firstView,
  handler: async ({ body, services, call }) =>
    withWholeKeys(await services.api_keys.project_keys.createProjectKeySet(body, call)),
});
