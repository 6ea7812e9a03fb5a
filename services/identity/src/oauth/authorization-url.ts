import { createHash, randomBytes } from 'node:crypto';
import type { IdentityConfig } from '../config.ts';
import { OPENID_TYPE } from './provider-types.ts';
import type { Provider, ProviderEntry } from './provider.ts';

/** RFC 7636: 43 characters. */
export const newPkceVerifier = (): string => randomBytes(32).toString('base64url');

export const pkceChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier, 'utf8').digest('base64url');

/** Made from the verifier, so that the round trip needs to keep one secret only. */
export const nonceOf = (verifier: string): string => pkceChallenge(`nonce:${verifier}`);

/** What to register at the provider. OpenID providers of a project's own go by their key. */
export const callbackUrl = (
  { PORTICO_PUBLIC_URL }: Pick<IdentityConfig, 'PORTICO_PUBLIC_URL'>,
  { id, type }: Pick<ProviderEntry, 'id' | 'type'>,
): string => `${PORTICO_PUBLIC_URL}/api/v1/auth/oauth/callback/${type === OPENID_TYPE ? id : type}`;

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '');

/** Those of the provider, then those that were asked for on top, each once. */
export const scopesOf = (provider: Provider, provider_scope: string | undefined): string[] => [
  ...new Set([...provider.scopes, ...words(provider_scope)]),
];

export interface AuthorizationRequest {
  client_id: string;
  scopes: readonly string[];
  redirect_uri: string;
  verifier: string;
  inner_state: string;
}

/** The order of the parameters is part of the wire. */
export const authorizationUrl = (provider: Provider, request: AuthorizationRequest): string => {
  const { verifier } = request;
  const parameters = {
    client_id: request.client_id,
    scope: request.scopes.join(' '),
    response_type: 'code',
    redirect_uri: request.redirect_uri,
    ...(provider.without_pkce
      ? {}
      : { code_challenge_method: 'S256', code_challenge: pkceChallenge(verifier) }),
    state: request.inner_state,
    access_type: 'offline',
    prompt: 'consent',
    ...(provider.with_nonce ? { nonce: nonceOf(verifier) } : {}),
    ...provider.parameters,
  };
  const url = new URL(provider.authorization_url);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
};
