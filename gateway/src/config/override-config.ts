import { z } from 'zod';
import { object, text } from '../http/fields.ts';
import { route } from '../http/route.ts';

/** Five million characters, each of which JSON may write as an escape of two. */
const BODY_LIMIT = 12 * 1024 * 1024;

export const overrideConfig = route({
  method: 'PATCH',
  path: '/internal/config/override',
  access: 'admin',
  summary: 'Change parts of the configuration',
  request: { body: object({ config_override_string: text().optional() }) },
  response: z.object({}),
  body_limit: BODY_LIMIT,
  handler: async ({ body, services, call }) => {
    await services.identity.config.overrideConfig(body, call);
    return {};
  },
});
