/** What an OpenID issuer publishes about itself. */
import { statusError } from '@portico/platform/errors';
import { LRUCache } from 'lru-cache';
import { jsonAt, parseJson, textAt } from './json-at.ts';
import type { ProviderHttp } from './provider-http.ts';

export interface OpenIdMetadata {
  issuer: string;
  authorization_url: string;
  token_url: string;
  user_info_url: string;
  jwks_url: string;
  client_authentication: 'basic' | 'body';
  has_offline_access: boolean;
}

const KEPT_MILLIS = 10 * 60_000;
const MOST_ISSUERS = 1_000;

const unusable = (why: string) => statusError(400, `The OpenID issuer cannot be used: ${why}.`);

const list = (document: unknown, name: string): readonly unknown[] => {
  const found = jsonAt(document, name);
  return Array.isArray(found) ? (found as unknown[]) : [];
};

const read = async (http: ProviderHttp, issuer_url: string): Promise<OpenIdMetadata> => {
  const base = issuer_url.replace(/\/+$/, '');
  const { status, text } = await http.send(`${base}/.well-known/openid-configuration`);
  if (status !== 200) throw unusable('it publishes no metadata');
  const document = parseJson(text);
  const issuer = textAt(document, 'issuer');
  // Another name in the document would let one issuer speak for another.
  if (issuer?.replace(/\/+$/, '') !== base) throw unusable('its metadata names another issuer');
  const url = (name: string): string => {
    const found = textAt(document, name);
    if (found === null || !/^https?:\/\//.test(found)) throw unusable(`its metadata lacks ${name}`);
    return found;
  };
  const methods = list(document, 'token_endpoint_auth_methods_supported');
  const postOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return {
    issuer,
    authorization_url: url('authorization_endpoint'),
    token_url: url('token_endpoint'),
    user_info_url: url('userinfo_endpoint'),
    jwks_url: url('jwks_uri'),
    client_authentication: postOnly ? 'body' : 'basic',
    has_offline_access: list(document, 'scopes_supported').includes('offline_access'),
  };
};

const caches = new WeakMap<ProviderHttp, LRUCache<string, Promise<OpenIdMetadata>>>();

/** Remembered for some minutes; a failure is not. */
export const readOpenIdMetadata = (http: ProviderHttp, issuer_url: string): Promise<OpenIdMetadata> => {
  const cache = caches.get(http) ?? new LRUCache({ max: MOST_ISSUERS, ttl: KEPT_MILLIS });
  caches.set(http, cache);
  const known = cache.get(issuer_url);
  if (known) return known;
  const fresh = read(http, issuer_url);
  cache.set(issuer_url, fresh);
  fresh.catch(() => cache.delete(issuer_url));
  return fresh;
};
