import { z } from 'zod';
import { route } from '../http/route.ts';

/** Client kits call this from methods that they do not implement. */
export const checkFeatureSupport = route({
  method: 'POST',
  path: '/check-feature-support',
  access: 'open',
  summary: 'Report a feature that a client kit misses',
  request: { body: z.unknown() },
  response: 'text',
  handler: ({ body, call, context }) => {
    const named = (body as { feature_name?: unknown } | null | undefined)?.feature_name;
    const feature_name = typeof named === 'string' ? named.slice(0, 200) : undefined;
    context.log.warn(
      { feature_name, request_id: call.request_id },
      'a client asked for a feature that does not exist',
    );
    return `${feature_name === undefined ? 'This feature' : `The feature "${feature_name}"`} is not supported yet.`;
  },
});
