import { object, onlyBoolean, text } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { keySet, keySetParams } from './key-set.schema.ts';

export const updateKeySet = route({
  method: 'PATCH',
  path: '/internal/api-keys/:id',
  access: 'admin',
  summary: 'Describe or revoke a project key set',
  request: {
    params: keySetParams,
    query: object({}),
    body: object({ description: text().optional(), revoked: onlyBoolean(true).optional() }),
  },
  response: keySet,
  errors: ['API_KEY_NOT_FOUND'],
  handler: async ({ params, body, services, call, context }) => {
    const change = { id: params.id, description: body.description, revoked: body.revoked ?? false };
    const changed = await services.api_keys.project_keys.updateProjectKeySet(change, call);
    context.access.credentials.projectChanged(call.project_id);
    return changed;
  },
});
