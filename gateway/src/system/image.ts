import { object, text } from '../http/fields.ts';
import { binary } from '../http/reply.ts';
import { route } from '../http/route.ts';

/** Names are never reused, so an image may be kept for ever. */
const FOREVER = 'public, max-age=31536000, immutable';

export const getImage = route({
  method: 'GET',
  path: '/images/:folder/:name',
  access: 'open',
  summary: 'An uploaded picture',
  request: { params: object({ folder: text(), name: text() }) },
  response: 'binary',
  handler: async ({ params, services, call }) => {
    const { content, content_type } = await services.identity.images.getImage(params, call);
    return binary(content, { headers: { 'content-type': content_type, 'cache-control': FOREVER } });
  },
});
