import type { LiveTokens, Session } from '../sessions/session.ts';
import { clientVersion } from '../version.ts';
import { headers } from '../wire/headers.ts';
import type { Access, Call } from './api.ts';
import { newNonce } from './nonce.ts';

export interface Credentials {
  readonly projectId: string;
  readonly publishableClientKey?: string;
  readonly secretServerKey?: string;
  readonly superSecretAdminKey?: string;
  readonly projectOwnerSession?: Session;
  readonly extraRequestHeaders: Readonly<Record<string, string>>;
}

interface Context {
  readonly user: LiveTokens | null;
  readonly owner: LiveTokens | null;
  readonly hasBody: boolean;
}

const keyHeaders = (credentials: Credentials, access: Access): Record<string, string | undefined> => ({
  [headers.publishableClientKey]: credentials.projectOwnerSession
    ? undefined
    : credentials.publishableClientKey,
  [headers.secretServerKey]: access === 'client' ? undefined : (credentials.secretServerKey ?? ''),
  [headers.superSecretAdminKey]: access === 'admin' ? (credentials.superSecretAdminKey ?? '') : undefined,
});

/** The kit's headers, under the app's extra headers, under those of the call. */
export const requestHeaders = (credentials: Credentials, call: Call, context: Context): Headers => {
  const access = call.access ?? 'client';
  const own: Record<string, string | undefined> = {
    [headers.overrideErrorStatus]: 'true',
    [headers.projectId]: credentials.projectId,
    [headers.accessType]: access,
    [headers.clientVersion]: clientVersion,
    [headers.accessToken]: context.user?.accessToken.token,
    [headers.refreshToken]: context.user?.refreshToken ?? undefined,
    [headers.allowAnonymousUser]: 'true',
    ...keyHeaders(credentials, access),
    [headers.adminAccessToken]: context.owner?.accessToken.token,
    [headers.randomNonce]: newNonce(),
    [headers.skipTunnelWarning]: 'true',
    'content-type': context.hasBody ? 'application/json' : undefined,
  };
  const result = new Headers();
  for (const layer of [own, credentials.extraRequestHeaders, call.headers ?? {}]) {
    for (const [name, value] of Object.entries(layer)) if (value !== undefined) result.set(name, value);
  }
  return result;
};
