/** Verifies access tokens without asking anybody, apart from fetching public keys now and then. */
import type { Clock } from '@portico/platform/clock';
import { LRUCache } from 'lru-cache';
import { verify as verifySignature } from 'node:crypto';
import type { Jwks } from './jwks.ts';
import { isProjectId } from './project-id.ts';

export interface AccessToken {
  readonly project_id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly is_anonymous: boolean;
  readonly expires_at_millis: number;
}

export type Verdict =
  | { readonly kind: 'valid'; readonly token: AccessToken }
  | { readonly kind: 'expired'; readonly expired_at_millis: number; readonly is_anonymous: boolean }
  /** The token names a project that does not exist, which leaves nothing to verify it with. */
  | { readonly kind: 'unknown_project'; readonly project_id: string }
  | { readonly kind: 'unparsable' };

export interface TokenVerifier {
  verify(jwt: string): Promise<Verdict>;
}

export interface TokenVerifierDeps {
  readonly jwks: Jwks;
  readonly clock: Clock;
  /** Origin that issuers start with. */
  readonly public_url: string;
}

/** Longer texts are no tokens of ours. */
const MAX_LENGTH = 8_192;
const MAX_REMEMBERED = 20_000;
const ANONYMOUS_SUFFIX = ':anon';
const UNPARSABLE: Verdict = { kind: 'unparsable' };

type Json = Readonly<Record<string, unknown>>;

const decodePart = (part: string): Json | undefined => {
  if (!/^[\w-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
};

/** Only what our own issuer writes: a header that brings its own key or algorithm is refused unread. */
const keyIdOf = (header: Json | undefined): string | undefined => {
  if (header === undefined || header.alg !== 'ES256' || typeof header.kid !== 'string') return undefined;
  return Object.keys(header).length === 2 ? header.kid : undefined;
};

const audienceOf = (claims: Json | undefined) => {
  if (typeof claims?.aud !== 'string') return undefined;
  const is_anonymous = claims.aud.endsWith(ANONYMOUS_SUFFIX);
  const project_id = is_anonymous ? claims.aud.slice(0, -ANONYMOUS_SUFFIX.length) : claims.aud;
  return isProjectId(project_id) ? { project_id, is_anonymous } : undefined;
};

interface Signed {
  readonly token: AccessToken;
  readonly claims: Json;
}

const readClaims = (
  claims: Json,
  audience: { project_id: string; is_anonymous: boolean },
): AccessToken | undefined => {
  const { sub, refresh_token_id, exp, branch_id, is_anonymous, project_id } = claims;
  if (typeof sub !== 'string' || typeof refresh_token_id !== 'string' || typeof exp !== 'number')
    return undefined;
  if (branch_id !== 'main' || is_anonymous !== audience.is_anonymous || project_id !== audience.project_id)
    return undefined;
  return { ...audience, user_id: sub, session_id: refresh_token_id, expires_at_millis: exp * 1000 };
};

const judge = ({ token, claims }: Signed, now: number): Verdict => {
  const { expires_at_millis, is_anonymous } = token;
  if (expires_at_millis <= now)
    return { kind: 'expired', expired_at_millis: expires_at_millis, is_anonymous };
  if (claims.nbf !== undefined && !(typeof claims.nbf === 'number' && claims.nbf * 1000 <= now))
    return UNPARSABLE;
  return { kind: 'valid', token };
};

export const createTokenVerifier = ({ jwks, clock, public_url }: TokenVerifierDeps): TokenVerifier => {
  const origin = public_url.replace(/\/+$/, '');
  const issuerOf = (audience: { project_id: string; is_anonymous: boolean }): string =>
    `${origin}/api/v1/${audience.is_anonymous ? 'projects-anonymous-users' : 'projects'}/${audience.project_id}`;
  /** A signature is checked once; whether the token has expired is asked every time. */
  const remembered = new LRUCache<string, Signed>({ max: MAX_REMEMBERED });

  const check = async (jwt: string): Promise<Signed | Verdict | undefined> => {
    const parts = jwt.length > MAX_LENGTH ? [] : jwt.split('.');
    if (parts.length !== 3) return undefined;
    const [head, body, tail] = parts as [string, string, string];
    const kid = keyIdOf(decodePart(head));
    const claims = decodePart(body);
    const audience = audienceOf(claims);
    if (kid === undefined || claims === undefined || audience === undefined) return undefined;
    const key = await jwks.find(audience, kid);
    if (key === null) return { kind: 'unknown_project', project_id: audience.project_id };
    const signature = Buffer.from(tail, 'base64url');
    if (key === undefined || signature.length !== 64) return undefined;
    const is_genuine = verifySignature(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      signature,
    );
    if (!is_genuine || claims.iss !== issuerOf(audience)) return undefined;
    const token = readClaims(claims, audience);
    return token && { token, claims };
  };

  return {
    verify: async (jwt) => {
      const signed = remembered.get(jwt) ?? (await check(jwt));
      if (signed === undefined) return UNPARSABLE;
      if ('kind' in signed) return signed;
      const verdict = judge(signed, clock.now());
      if (verdict.kind === 'valid') remembered.set(jwt, signed);
      else remembered.delete(jwt);
      return verdict;
    },
  };
};
