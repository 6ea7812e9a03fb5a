import type { Transport } from '../http/transport.ts';
import { realTransport } from '../http/transport.ts';
import type { UserRead } from '../wire/user.ts';

const base64Url = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

let tokenCount = 0;

/** An access token with every claim; the kit does not check signatures. */
export const accessTokenFor = (
  seconds: number,
  claims: Record<string, unknown> = {},
  now = Date.now(),
): string => {
  tokenCount += 1;
  const payload = {
    sub: 'user-1',
    iss: 'http://api/api/v1/projects/internal',
    aud: 'internal',
    exp: Math.floor(now / 1000) + seconds,
    project_id: 'internal',
    branch_id: 'main',
    refresh_token_id: 'session-1',
    role: 'authenticated',
    name: null,
    email: 'mira@lumen.test',
    email_verified: true,
    selected_team_id: null,
    is_anonymous: false,
    serial: tokenCount,
    ...claims,
  };
  return `${base64Url({ alg: 'ES256', kid: 'k' })}.${base64Url(payload)}.sig`;
};

export const userRead = (changes: Partial<UserRead> = {}): UserRead => ({
  id: 'user-1',
  display_name: 'Mira Okafor',
  primary_email: 'mira@lumen.test',
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 1_761_200_000_123,
  client_metadata: { some_key: 1 },
  client_read_only_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  is_anonymous: false,
  ...changes,
});

export const serverUserRead = (changes: object = {}) => ({
  ...userRead(),
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_761_739_205_000,
  server_metadata: { crm_id: 991 },
  ...changes,
});

/** The real network without the pauses; `slept` tells how long each would have been. */
export const impatientTransport = (
  changes: Partial<Transport> = {},
): Transport & { readonly slept: number[] } => {
  const slept: number[] = [];
  return {
    ...realTransport,
    random: () => 0.5,
    sleep: async (millis) => {
      slept.push(millis);
    },
    ...changes,
    slept,
  };
};

export const projectRead = (config: object = {}) => ({
  id: 'internal',
  display_name: 'Lumen',
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: false,
    passkey_enabled: false,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    allow_user_api_keys: false,
    allow_team_api_keys: false,
    enabled_oauth_providers: [],
    ...config,
  },
});

/** An address that signs in. */
export const channelRead = (changes: object = {}) => ({
  id: 'c1',
  user_id: 'user-1',
  type: 'email',
  value: 'mira@lumen.test',
  is_primary: true,
  is_verified: true,
  used_for_auth: true,
  ...changes,
});
