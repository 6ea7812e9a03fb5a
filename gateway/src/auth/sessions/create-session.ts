import { z } from 'zod';
import { boolean, number, object, userIdOrMe } from '../../http/fields.ts';
import { route } from '../../http/route.ts';

const YEAR_MILLIS = 31_536_000_000;
const MAX_MILLIS = 31_708_800_000;

export const createSession = route({
  method: 'POST',
  path: '/auth/sessions',
  access: 'server',
  summary: 'Create a session for a user',
  request: {
    body: object({
      user_id: userIdOrMe(),
      expires_in_millis: number({ min: 1, max: MAX_MILLIS }).optional(),
      is_impersonation: boolean().optional(),
    }),
  },
  response: z.object({ access_token: z.string(), refresh_token: z.string() }),
  errors: ['USER_ID_DOES_NOT_EXIST'],
  handler: ({ body, services, call }) => {
    const { user_id, expires_in_millis = YEAR_MILLIS, is_impersonation = false } = body;
    const order = { user_id, expires_in_millis: Math.ceil(expires_in_millis), is_impersonation };
    return services.identity.sessions.createSession(order, call);
  },
});
