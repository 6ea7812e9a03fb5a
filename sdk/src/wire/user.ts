import type { Json } from './case.ts';
import type { ServerTeamRead, TeamRead } from './team.ts';

/** A user as a client reads it: itself. */
export interface UserRead {
  readonly id: string;
  readonly display_name: string | null;
  readonly primary_email: string | null;
  readonly primary_email_verified: boolean;
  readonly profile_image_url: string | null;
  readonly signed_up_at_millis: number;
  readonly client_metadata: Json;
  readonly client_read_only_metadata: Json;
  readonly has_password: boolean;
  readonly otp_auth_enabled: boolean;
  readonly passkey_auth_enabled: boolean;
  readonly auth_with_email: boolean;
  readonly requires_totp_mfa: boolean;
  readonly oauth_providers: readonly { readonly id: string }[];
  readonly selected_team_id: string | null;
  readonly selected_team: TeamRead | null;
  readonly is_anonymous: boolean;
}

/** A user as a server reads it. */
export interface ServerUserRead extends Omit<UserRead, 'selected_team'> {
  readonly primary_email_auth_enabled: boolean;
  readonly last_active_at_millis: number;
  readonly server_metadata: Json;
  readonly selected_team: ServerTeamRead | null;
}

/** The answer of every sign-in. */
export interface SignInAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly is_new_user: boolean;
  readonly user_id: string;
}
