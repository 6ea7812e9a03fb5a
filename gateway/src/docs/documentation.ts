import { z } from 'zod';
import { json, text } from '../http/reply.ts';
import { route, type Route } from '../http/route.ts';
import { openApiDocument } from './openapi.ts';
import { documentationPage } from './page.ts';

/** Made when first asked for, and then kept. */
const once = <T>(make: (public_url: string) => T): ((public_url: string) => T) => {
  let made: { value: T } | undefined;
  return (public_url) => (made ??= { value: make(public_url) }).value;
};

export const documentationRoutes = (documented: readonly Route[]): Route[] => {
  const document = once((public_url) => openApiDocument(documented, public_url));
  const page = once((public_url) => documentationPage(document(public_url)));
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      access: 'open',
      summary: 'This API as an OpenAPI 3.1 document',
      response: z.unknown(),
      handler: ({ context }) => json(document(context.config.PORTICO_PUBLIC_URL)),
    }),
    route({
      method: 'GET',
      path: '/docs',
      access: 'open',
      summary: 'This API as a page',
      response: 'text',
      handler: ({ context }) =>
        text(page(context.config.PORTICO_PUBLIC_URL), {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
    }),
  ];
};
