import { statusError } from '@portico/platform/errors';
import { isKnownError } from '@portico/platform/known-errors';
import { z } from 'zod';
import { isProjectId } from '../access/project-id.ts';
import { flag, object, text } from '../http/fields.ts';
import { json, redirect } from '../http/reply.ts';
import { route, type Method } from '../http/route.ts';

const jwk = z.object({
  kty: z.string(),
  crv: z.string(),
  alg: z.string(),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
});

const noSuchProject = () => statusError(404, 'There is no project with this id.');

export const getJwks = route({
  method: 'GET',
  path: '/projects/:project_id/.well-known/jwks.json',
  access: 'open',
  summary: "Public keys that verify a project's access tokens",
  request: {
    params: object({ project_id: text() }),
    query: object({ include_anonymous: flag().optional() }),
  },
  response: z.object({ keys: z.array(jwk) }),
  handler: async ({ params, query, services, call }) => {
    const { project_id } = params;
    if (!isProjectId(project_id)) throw noSuchProject();
    const include_anonymous = query.include_anonymous ?? false;
    try {
      const keys = await services.identity.signing_keys.getJwks(
        { include_anonymous },
        { ...call, project_id },
      );
      return json(keys, { headers: { 'cache-control': 'public, max-age=3600' } });
    } catch (error) {
      throw isKnownError(error, 'CURRENT_PROJECT_NOT_FOUND') ? noSuchProject() : error;
    }
  },
});

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Makes the issuer of anonymous tokens resolve as well. */
export const anonymousJwksAlias = METHODS.map((method) =>
  route({
    method,
    path: '/projects-anonymous-users/:project_id/.well-known/:document',
    access: 'open',
    summary: 'The same for anonymous users',
    response: 'empty',
    is_alias: true,
    handler: ({ path }) => {
      const target = path.replace(/^\/api\/(?:v1|latest)\/projects-anonymous-users\//, '/api/v1/projects/');
      return redirect(`${target}?include_anonymous=true`);
    },
  }),
);
