import { z } from 'zod';
import { route } from '../http/route.ts';

export const getConfig = route({
  method: 'GET',
  path: '/internal/config',
  access: 'admin',
  summary: 'Read the rendered configuration',
  response: z.object({ config_string: z.string() }),
  handler: ({ services, call }) => services.identity.config.getConfig({}, call),
});
