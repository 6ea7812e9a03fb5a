/** Whether an ID token was made by its provider, for us, just now. */
import { statusError } from '@portico/platform/errors';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ProviderHttp } from './provider-http.ts';
import type { IdTokenRules } from './provider.ts';

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** No symmetric ones: our client secret is nothing that identifies the provider. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TOLERANCE_SECONDS = 60;
const MOST_KEY_SETS = 1_000;

const keySets = new WeakMap<ProviderHttp, LRUCache<string, KeySet>>();

/** Fetched when first needed, kept for ten minutes, fetched again for a key that is not there. */
const keySetOf = (http: ProviderHttp, jwks_url: string): KeySet => {
  const sets = keySets.get(http) ?? new LRUCache({ max: MOST_KEY_SETS });
  keySets.set(http, sets);
  const known = sets.get(jwks_url);
  if (known) return known;
  const fetchKeys = async (url: string): Promise<Response> => {
    const { status, text } = await http.send(url);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  const fresh = createRemoteJWKSet(new URL(jwks_url), { [customFetch]: fetchKeys });
  sets.set(jwks_url, fresh);
  return fresh;
};

export interface IdTokenCheck {
  http: ProviderHttp;
  rules: IdTokenRules;
  id_token: string;
  client_id: string;
  nonce: string | undefined;
  now: number;
}

const invalid = () => statusError(400, 'The ID token of the OAuth provider is not valid.');

const isPublicFailure = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StatusError';

/** @throws StatusError 400 for a token that proves nothing. */
export const verifyIdToken = async (check: IdTokenCheck): Promise<JWTPayload> => {
  const { http, rules, id_token, client_id, nonce, now } = check;
  try {
    const issuer = rules.issuer(decodeJwt(id_token));
    if (issuer === undefined) throw invalid();
    const { payload } = await jwtVerify(id_token, keySetOf(http, rules.jwks_url), {
      issuer,
      audience: client_id,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    const isForUs = payload.azp === undefined || payload.azp === client_id;
    const isOfThisFlow = nonce === undefined || payload.nonce === nonce;
    if (!isForUs || !isOfThisFlow) throw invalid();
    return payload;
  } catch (error) {
    throw isPublicFailure(error) ? error : invalid();
  }
};
