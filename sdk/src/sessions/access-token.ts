/** The claims of an access token that the kit relies on. */
export interface AccessTokenClaims {
  readonly sub: string;
  readonly iss: string;
  readonly aud: string;
  readonly exp?: number;
  readonly project_id: string;
  readonly branch_id: string;
  readonly refresh_token_id: string;
  readonly role: 'authenticated';
  readonly name: string | null;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly selected_team_id: string | null;
  readonly is_anonymous: boolean;
}

/** An acceptable access token with its decoded payload. The signature is the server's business. */
export interface AccessToken {
  readonly token: string;
  readonly claims: AccessTokenClaims;
  /** Milliseconds since the epoch; infinity when the token never expires. */
  readonly expiresAtMillis: number;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const checks: Readonly<Record<keyof AccessTokenClaims, (value: unknown) => boolean>> = {
  sub: isText,
  iss: isText,
  aud: isText,
  exp: (value) => value === undefined || typeof value === 'number',
  project_id: isText,
  branch_id: isText,
  refresh_token_id: isText,
  role: (value) => value === 'authenticated',
  name: isTextOrNull,
  email: isTextOrNull,
  email_verified: isFlag,
  selected_team_id: isTextOrNull,
  is_anonymous: isFlag,
};

const decodePayload = (token: string): Record<string, unknown> | null => {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts[1]) return null;
  try {
    const base64 = parts[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** Reads a token; null when it is absent, not a JWT, or lacks a claim. */
export const parseAccessToken = (token: string | null): AccessToken | null => {
  if (!token) return null;
  const payload = decodePayload(token);
  if (!payload || !Object.entries(checks).every(([claim, fits]) => fits(payload[claim]))) return null;
  const claims = payload as unknown as AccessTokenClaims;
  return { token, claims, expiresAtMillis: claims.exp === undefined ? Infinity : claims.exp * 1000 };
};
