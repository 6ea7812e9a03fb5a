import { object } from '../http/fields.ts';
import { route } from '../http/route.ts';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const welcome = route({
  method: 'GET',
  path: '/',
  access: 'open',
  summary: 'Who the API thinks you are',
  request: { query: object({}) },
  response: 'text',
  handler: ({ call, user }) => {
    const lines = ['Welcome to the Portico API. Its documentation is at /api/v1/docs.', ''];
    if (call.access_type === undefined) return [...lines, 'Authentication: None'].join('\n');
    return [
      ...lines,
      `Authentication: ${capitalized(call.access_type)}`,
      `  Project: ${call.project_id}`,
      `  User: ${user?.primary_email ?? user?.id ?? 'None'}`,
    ].join('\n');
  },
});
