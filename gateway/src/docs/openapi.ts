/** The OpenAPI 3.1 document, derived from the routes. */
import type { AccessType } from '@portico/platform/call';
import { parentCodes } from '@portico/platform/known-errors';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { requestHeaders } from '../http/headers.ts';
import { allowedAccess, schemaFor, type ByAccess, type Route } from '../http/route.ts';

type Json = Record<string, unknown>;

/** Fields that are cast first look optional to zod, so each is asked whether it may be missing. */
const requiredOf = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).flatMap(([name, field]) =>
    (field as z.ZodType).safeParse(undefined).success ? [] : [name],
  );

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const override = ({ zodSchema, jsonSchema: made }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    if (io === 'output' || zodSchema._zod.def.type !== 'object') return;
    const required = requiredOf(zodSchema as unknown as z.ZodObject);
    delete made.required;
    if (required.length > 0) made.required = required;
  };
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json;
  return rest;
};

const parameters = (where: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: field,
  }));
};

/** Clients and servers see different keys; both are shown where they differ. */
const variants = (schemas: ByAccess<z.ZodType>, io: 'input' | 'output'): Json => {
  const client = schemaFor(schemas, 'client');
  const server = schemaFor(schemas, 'server');
  if (client === server) return jsonSchema(server, io);
  return {
    oneOf: [
      { title: 'client access', ...jsonSchema(client, io) },
      { title: 'server and admin access', ...jsonSchema(server, io) },
    ],
  };
};

const successContent = ({ response }: Route): Json | undefined => {
  if (response === 'empty') return undefined;
  if (response === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  if (response === 'binary') return { 'application/octet-stream': {} };
  return { 'application/json': { schema: variants(response, 'output') } };
};

const KEY_SCHEMES: Readonly<Record<AccessType, Json>> = {
  client: { access_type: [], project_id: [], publishable_client_key: [] },
  server: { access_type: [], project_id: [], secret_server_key: [] },
  admin: { access_type: [], project_id: [], super_secret_admin_key: [] },
};

const security = ({ access }: Route): Json[] => {
  if (access === 'open') return [];
  const keys = allowedAccess(access).map((type) => KEY_SCHEMES[type]);
  return [...keys, { access_type: [], project_id: [], admin_access_token: [] }];
};

const areaOf = (path: string): string =>
  path.split('/').filter((part) => part !== 'internal')[1] || 'general';

const operation = (route: Route): Json => {
  const { summary, description, request = {}, errors = [], access } = route;
  const content = successContent(route);
  return {
    operationId: operationId(route),
    tags: [areaOf(route.path)],
    summary,
    ...(description === undefined ? {} : { description }),
    'x-access': access,
    security: security(route),
    parameters: [
      ...parameters('path', request.params),
      ...parameters('query', request.query),
      ...parameters('header', request.headers),
    ],
    ...(request.body
      ? { requestBody: { content: { 'application/json': { schema: variants(request.body, 'input') } } } }
      : {}),
    responses: {
      [route.status ?? 200]: { description: 'Success', ...(content ? { content } : {}) },
      '4XX': { $ref: '#/components/responses/KnownError' },
    },
    ...(errors.length > 0
      ? { 'x-errors': errors.map((code) => ({ code, parents: parentCodes(code) })) }
      : {}),
  };
};

const SCHEMES = [
  'access_type',
  'project_id',
  'publishable_client_key',
  'secret_server_key',
  'super_secret_admin_key',
  'admin_access_token',
  'access_token',
] as const;

const securitySchemes = Object.fromEntries(
  SCHEMES.map((name) => [name, { type: 'apiKey', in: 'header', name: requestHeaders[name] }]),
);

const knownError = {
  description: 'An error of the catalogue, or a plain sentence without a code.',
  headers: { 'x-stack-known-error': { schema: { type: 'string' }, description: 'The code again.' } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'error'],
        properties: { code: { type: 'string' }, details: { type: 'object' }, error: { type: 'string' } },
      },
    },
    'text/plain': { schema: { type: 'string' } },
  },
};

/** `GET /users/:user_id` becomes `getUsersByUserId`. */
const operationId = ({ method, path }: Route): string =>
  [method.toLowerCase(), ...path.replaceAll(':', 'by_').split(/[^A-Za-z0-9]+/)]
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** `/users/:id` is written `/users/{id}`. */
const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const openApiDocument = (routes: readonly Route[], public_url: string): Json => {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.is_alias) continue;
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: manifest.version },
    servers: [{ url: `${public_url.replace(/\/+$/, '')}/api/v1` }],
    paths,
    components: { securitySchemes, responses: { KnownError: knownError } },
  };
};
