import { z } from 'zod';
import { number, object } from '../../http/fields.ts';
import { route } from '../../http/route.ts';

const TWO_HOURS = 7_200_000;
const DAY = 86_400_000;

export const startCliLogin = route({
  method: 'POST',
  path: '/auth/cli',
  access: 'client',
  summary: 'Begin to sign in a program through a browser',
  request: {
    body: object({ expires_in_millis: number({ min: 1, max: DAY }).optional() }).optional(),
  },
  response: z.object({ polling_code: z.string(), login_code: z.string(), expires_at: z.string() }),
  limit: { name: 'start_flow' },
  handler: async ({ body, services, call }) => {
    const expires_in_millis = Math.ceil(body?.expires_in_millis ?? TWO_HOURS);
    const login = await services.identity.cli_logins.startCliLogin({ expires_in_millis }, call);
    return { ...login, expires_at: new Date(login.expires_at_millis).toISOString() };
  },
});
