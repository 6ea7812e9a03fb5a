import type { User } from '@portico/proto/identity/v1/users';
import type { Complete } from '../deps.ts';
import type { UserRow } from './select-user.ts';

/** What may leave the service. */
export const toUser = (row: UserRow): Complete<User> => ({
  id: row.id,
  display_name: row.display_name ?? undefined,
  primary_email: row.primary_email ?? undefined,
  primary_email_verified: row.primary_email_verified,
  primary_email_auth_enabled: row.primary_email_auth_enabled,
  profile_image_url: row.profile_image_url ?? undefined,
  signed_up_at_millis: row.signed_up_at_millis,
  last_active_at_millis: row.last_active_at_millis,
  client_metadata: row.client_metadata,
  client_read_only_metadata: row.client_read_only_metadata,
  server_metadata: row.server_metadata,
  has_password: row.password_hash !== null,
  otp_auth_enabled: row.otp_auth_enabled,
  passkey_auth_enabled: row.passkey_auth_enabled,
  auth_with_email: row.password_hash !== null || row.otp_auth_enabled,
  requires_totp_mfa: row.requires_totp_mfa,
  oauth_providers: row.oauth_providers.map((link) => ({ ...link, email: link.email ?? undefined })),
  selected_team_id: row.selected_team_id ?? undefined,
  is_anonymous: row.is_anonymous,
});
