import { z } from 'zod';
import { object, text } from '../../http/fields.ts';
import { json } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const pollCliLogin = route({
  method: 'POST',
  path: '/auth/cli/poll',
  access: 'client',
  summary: 'Ask whether somebody has signed the program in',
  description: '201 with the refresh token, once; 200 with `waiting`, `used` or `expired` otherwise.',
  request: { body: object({ polling_code: text() }) },
  response: z.object({
    status: z.enum(['waiting', 'success', 'used', 'expired']),
    refresh_token: z.string().optional(),
  }),
  errors: ['INVALID_POLLING_CODE'],
  handler: async ({ body, services, call }) => {
    const polled = await services.identity.cli_logins.pollCliLogin(body, call);
    return json(polled, { status: polled.status === 'success' ? 201 : 200 });
  },
});
