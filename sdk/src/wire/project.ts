/** A project as everybody reads it. */
export interface ProjectRead {
  readonly id: string;
  readonly display_name: string;
  readonly config: {
    readonly sign_up_enabled: boolean;
    readonly credential_enabled: boolean;
    readonly magic_link_enabled: boolean;
    readonly passkey_enabled: boolean;
    readonly client_team_creation_enabled: boolean;
    readonly client_user_deletion_enabled: boolean;
    readonly allow_user_api_keys: boolean;
    readonly allow_team_api_keys: boolean;
    readonly enabled_oauth_providers: readonly { readonly id: string }[];
  };
}

export type OAuthProviderConfigRead =
  | { readonly provider_config_id?: string; readonly id: string; readonly type: 'shared' }
  | {
      readonly provider_config_id?: string;
      readonly id: string;
      readonly type: 'standard';
      readonly client_id?: string;
      readonly client_secret?: string;
      readonly facebook_config_id?: string;
      readonly microsoft_tenant_id?: string;
    };

export type EmailConfigRead =
  | { readonly type: 'shared' }
  | {
      readonly type: 'standard';
      readonly host?: string;
      readonly port?: number;
      readonly username?: string;
      readonly password?: string;
      readonly sender_name?: string;
      readonly sender_email?: string;
    };

interface PermissionRef {
  readonly id: string;
}

/** A project as its owners read it. */
export interface AdminProjectRead {
  readonly id: string;
  readonly display_name: string;
  readonly description: string | null;
  readonly logo_url: string | null;
  readonly full_logo_url: string | null;
  readonly created_at_millis: number;
  readonly is_production_mode: boolean;
  readonly owner_team_id: string | null;
  readonly config: ProjectRead['config'] & {
    readonly allow_localhost: boolean;
    readonly create_team_on_sign_up: boolean;
    readonly oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates';
    readonly oauth_providers: readonly OAuthProviderConfigRead[];
    readonly domains: readonly { readonly domain: string; readonly handler_path: string }[];
    readonly email_config: EmailConfigRead;
    readonly email_theme: string;
    readonly team_creator_default_permissions: readonly PermissionRef[];
    readonly team_member_default_permissions: readonly PermissionRef[];
    readonly user_default_permissions: readonly PermissionRef[];
  };
}
