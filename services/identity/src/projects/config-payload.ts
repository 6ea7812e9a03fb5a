/** The flat `config` of a project payload, written as configuration overrides. */
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  EmailServer,
  PermissionId,
  ProjectConfig,
  ProjectOAuthProvider,
} from '@portico/proto/identity/v1/projects';
import type { IdentityConfig } from '../config.ts';
import type { ConfigObject, ConfigValue } from '../config/config-node.ts';
import { SHARED_PROVIDER_TYPES } from '../oauth/provider-types.ts';
import { sharedKeys } from '../oauth/shared-keys.ts';

const present = (entries: Readonly<Record<string, ConfigValue | undefined>>): ConfigObject =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, ConfigValue] => entry[1] !== undefined),
  );

const mayBeShared = (deployment: IdentityConfig, id: string): boolean =>
  SHARED_PROVIDER_TYPES.includes(id) || sharedKeys(deployment, id) !== undefined;

const toProviderEntry = (deployment: IdentityConfig, provider: ProjectOAuthProvider): ConfigObject => {
  const isShared = provider.type !== 'standard';
  if (isShared && !mayBeShared(deployment, provider.id)) {
    throw knownErrors.INVALID_SHARED_OAUTH_PROVIDER_ID({ provider_id: provider.id });
  }
  return present({
    type: provider.id,
    isShared,
    clientId: provider.client_id,
    clientSecret: provider.client_secret,
    facebookConfigId: provider.facebook_config_id,
    microsoftTenantId: provider.microsoft_tenant_id,
    allowSignIn: true,
    allowConnectedAccounts: true,
  });
};

const toServerEntry = (server: EmailServer | undefined): ConfigObject => {
  if (server?.type !== 'standard') return { isShared: true, provider: 'smtp' };
  return present({
    isShared: false,
    provider: 'smtp',
    host: server.host,
    port: server.port,
    username: server.username,
    password: server.password,
    senderName: server.sender_name,
    senderEmail: server.sender_email,
  });
};

const idSet = (permissions: readonly PermissionId[]): ConfigObject =>
  Object.fromEntries(permissions.map(({ id }) => [id, true]));

const providers = (config: ProjectConfig, deployment: IdentityConfig): ConfigObject =>
  Object.fromEntries(
    config.oauth_providers.map((provider) => [provider.id, toProviderEntry(deployment, provider)]),
  );

const domains = (config: ProjectConfig): ConfigObject =>
  Object.fromEntries(
    config.domains.map(({ domain, handler_path }) => [
      newUuid(),
      { baseUrl: domain, handlerPath: handler_path },
    ]),
  );

type Setting = readonly [
  path: string,
  value: (config: ProjectConfig, deployment: IdentityConfig) => ConfigValue,
];

const SETTINGS: Readonly<Partial<Record<keyof ProjectConfig, Setting>>> = {
  sign_up_enabled: ['auth.allowSignUp', (config) => config.sign_up_enabled],
  credential_enabled: ['auth.password.allowSignIn', (config) => config.credential_enabled],
  magic_link_enabled: ['auth.otp.allowSignIn', (config) => config.magic_link_enabled],
  passkey_enabled: ['auth.passkey.allowSignIn', (config) => config.passkey_enabled],
  oauth_account_merge_strategy: [
    'auth.oauth.accountMergeStrategy',
    (config) => config.oauth_account_merge_strategy,
  ],
  oauth_providers: ['auth.oauth.providers', providers],
  client_user_deletion_enabled: [
    'users.allowClientUserDeletion',
    (config) => config.client_user_deletion_enabled,
  ],
  client_team_creation_enabled: [
    'teams.allowClientTeamCreation',
    (config) => config.client_team_creation_enabled,
  ],
  create_team_on_sign_up: ['teams.createPersonalTeamOnSignUp', (config) => config.create_team_on_sign_up],
  allow_localhost: ['domains.allowLocalhost', (config) => config.allow_localhost],
  domains: ['domains.trustedDomains', domains],
  allow_user_api_keys: ['apiKeys.enabled.user', (config) => config.allow_user_api_keys],
  allow_team_api_keys: ['apiKeys.enabled.team', (config) => config.allow_team_api_keys],
  email_config: ['emails.server', (config) => toServerEntry(config.email_config)],
  email_theme: ['emails.selectedThemeId', (config) => config.email_theme],
  team_creator_default_permissions: [
    'rbac.defaultPermissions.teamCreator',
    (config) => idSet(config.team_creator_default_permissions),
  ],
  team_member_default_permissions: [
    'rbac.defaultPermissions.teamMember',
    (config) => idSet(config.team_member_default_permissions),
  ],
  user_default_permissions: [
    'rbac.defaultPermissions.signUp',
    (config) => idSet(config.user_default_permissions),
  ],
};

/** The keys of `config` that a mask names, without their prefix. */
export const configKeys = (mask: readonly string[]): string[] =>
  mask.filter((field) => field.startsWith('config.')).map((field) => field.slice('config.'.length));

/** What the named keys of the payload override. */
export const toOverride = (
  config: ProjectConfig | undefined,
  keys: readonly string[],
  deployment: IdentityConfig,
): ConfigObject => {
  const override: ConfigObject = {};
  for (const key of keys) {
    const setting = SETTINGS[key as keyof ProjectConfig];
    if (setting && config) override[setting[0]] = setting[1](config, deployment);
  }
  return override;
};
