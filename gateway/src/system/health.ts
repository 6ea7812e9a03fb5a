import { statusError } from '@portico/platform/errors';
import { z } from 'zod';
import { INTERNAL_PROJECT } from '../access/project-id.ts';
import { json } from '../http/reply.ts';
import { route } from '../http/route.ts';

const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

export const health = route({
  method: 'GET',
  path: '/health',
  access: 'open',
  summary: 'Whether the gateway answers; with db=… whether the database does, too',
  request: { query: z.looseObject({ db: z.string().optional() }) },
  response: z.object({ status: z.string() }),
  handler: async ({ query, services, call }) => {
    if (query.db) {
      const touch = services.identity.users.userExists(
        { user_id: NOBODY },
        { ...call, project_id: INTERNAL_PROJECT },
      );
      await touch.catch(() => {
        throw statusError(500, 'The database does not answer.', OPEN_TO_ALL);
      });
    }
    return json({ status: 'ok' }, { headers: OPEN_TO_ALL });
  },
});
