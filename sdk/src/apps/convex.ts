import { environment } from './environment.ts';

/** One of the identity providers Convex trusts. */
export interface ConvexProvider {
  readonly type: 'customJwt';
  readonly issuer: string;
  readonly jwks: string;
  readonly algorithm: 'ES256';
}

/** Makes Convex accept the users of a project, signed in or anonymous. */
export const getConvexProvidersConfig = (options: {
  projectId: string;
  baseUrl?: string;
}): ConvexProvider[] => {
  const base = `${(options.baseUrl ?? environment.baseUrl()).replace(/\/$/, '')}/api/v1`;
  const jwks = `${base}/projects/${options.projectId}/.well-known/jwks.json`;
  return [
    { type: 'customJwt', issuer: `${base}/projects/${options.projectId}`, jwks, algorithm: 'ES256' },
    {
      type: 'customJwt',
      issuer: `${base}/projects-anonymous-users/${options.projectId}`,
      jwks: `${jwks}?include_anonymous=true`,
      algorithm: 'ES256',
    },
  ];
};
