/** Access tokens: short-lived ES256 JWTs that say who somebody is, in which session. */
import type { Clock } from '@portico/platform/clock';
import { sign, type KeyObject } from 'node:crypto';
import type { SigningKeyRow } from '../signing-keys/signing-key.ts';

/** What a token says about its user; every statement that leads to a token selects it. */
export interface ClaimsRow {
  id: string;
  display_name: string | null;
  primary_email: string | null;
  primary_email_verified: boolean;
  selected_team_id: string | null;
  is_anonymous: boolean;
}

export interface TokenFor {
  project_id: string;
  branch_id: string;
  session_id: string;
  user: ClaimsRow;
  key: SigningKeyRow;
}

export interface AccessToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

export type SignAccessToken = (token: TokenFor) => AccessToken;

/** Select list of `ClaimsRow` and the active key, for a user `u`, primary channel `c` and key `k`. */
export const TOKEN_COLUMNS = `
  u.id, u.display_name, u.selected_team_id, u.is_anonymous, u.requires_totp_mfa, c.value as primary_email,
  coalesce(c.is_verified, false) as primary_email_verified, k.kid, k.private_key_sealed`;

export type TokenRow = ClaimsRow & SigningKeyRow & { requires_totp_mfa: boolean };

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const claimsOf = ({ project_id, branch_id, session_id, user }: TokenFor, origin: string) => ({
  sub: user.id,
  iss: `${origin}/api/v1/${user.is_anonymous ? 'projects-anonymous-users' : 'projects'}/${project_id}`,
  aud: user.is_anonymous ? `${project_id}:anon` : project_id,
  project_id,
  branch_id,
  refresh_token_id: session_id,
  role: 'authenticated',
  name: user.display_name,
  email: user.primary_email,
  email_verified: user.primary_email !== null && user.primary_email_verified,
  selected_team_id: user.selected_team_id,
  is_anonymous: user.is_anonymous,
});

export interface SignerOptions {
  /** Origin of the API. */
  public_url: string;
  lifetime_millis: number;
  clock: Clock;
  /** Opens the private half of a key. */
  open(project_id: string, key: SigningKeyRow): KeyObject;
}

/** No request or clock tolerance takes part: a token is a snapshot of the row it was made from. */
export const createAccessTokenSigner = (options: SignerOptions): SignAccessToken => {
  const expires_in = Math.max(1, Math.floor(options.lifetime_millis / 1000));
  return (token) => {
    const iat = Math.floor(options.clock.now() / 1000);
    const header = encode({ alg: 'ES256', kid: token.key.kid });
    const payload = encode({ ...claimsOf(token, options.public_url), iat, exp: iat + expires_in });
    const input = `${header}.${payload}`;
    const key = options.open(token.project_id, token.key);
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    return { access_token: `${input}.${signature.toString('base64url')}`, expires_in };
  };
};
