import { z } from 'zod';
import { text } from '../http/fields.ts';
import { route } from '../http/route.ts';

const message = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sent_at_millis: z.number(),
});

/**
 * The mail of a deployment that captures it instead of sending it, links and codes included. Meant
 * for one machine and its tests: where an SMTP server is configured the answer is 404.
 */
export const listInboxMessages = route({
  method: 'GET',
  path: '/inbox/messages',
  access: 'open',
  summary: 'Captured mail, newest first',
  request: { query: z.looseObject({ to: text().optional() }) },
  response: z.array(message),
  handler: async ({ query, services, call }) =>
    (await services.email.inbox.listInboxMessages({ to: query.to }, call)).items,
});
