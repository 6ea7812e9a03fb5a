import type { Project, ProjectConfig, ProjectOAuthProvider } from '@portico/proto/identity/v1/projects';
import { isPlainObject, type ConfigObject } from '../config/config-node.ts';
import { get, getRecord, getText } from '../config/config-path.ts';
import { toEmailServer } from '../config/email-server.ts';
import { idsOf } from '../config/team-settings.ts';
import type { Complete } from '../deps.ts';
import { OPENID_TYPE } from '../oauth/provider-types.ts';
import type { ProjectColumns } from './project.entity.ts';

const SYSTEM_PERMISSIONS = [
  '$update_team', '$delete_team', '$read_members', '$remove_members', '$invite_members', '$manage_api_keys',
]; // prettier-ignore

const byText =
  <T>(key: (item: T) => string) =>
  (a: T, b: T) =>
    key(a) < key(b) ? -1 : 1;

const toProvider = (key: string, entry: ConfigObject): Complete<ProjectOAuthProvider> => ({
  provider_config_id: key,
  // Applications name a provider by this id; an OpenID provider of the project's own has only its key.
  id: entry.type === OPENID_TYPE ? key : (getText(entry, 'type') ?? key),
  type: entry.isShared === false ? 'standard' : 'shared',
  client_id: getText(entry, 'clientId'),
  client_secret: getText(entry, 'clientSecret'),
  facebook_config_id: getText(entry, 'facebookConfigId'),
  microsoft_tenant_id: getText(entry, 'microsoftTenantId'),
});

/** Only what people can sign in with. */
const toProviders = (config: ConfigObject): ProjectOAuthProvider[] =>
  Object.entries(getRecord(config, 'auth.oauth.providers'))
    .flatMap(([key, entry]) => {
      const isListed = isPlainObject(entry) && typeof entry.type === 'string' && entry.allowSignIn === true;
      return isListed ? [toProvider(key, entry)] : [];
    })
    .sort(byText((provider) => provider.id));

const toDomains = (config: ConfigObject) =>
  Object.values(getRecord(config, 'domains.trustedDomains'))
    .flatMap((entry) => {
      const domain = isPlainObject(entry) ? getText(entry, 'baseUrl') : undefined;
      if (domain === undefined || !isPlainObject(entry)) return [];
      return [{ domain, handler_path: getText(entry, 'handlerPath') ?? '/handler' }];
    })
    .sort(byText((entry) => entry.domain));

/** The ids of a default list that still mean something in that scope. */
const defaults = (config: ConfigObject, list: string, scope: 'team' | 'project') => {
  const definitions = getRecord(config, 'rbac.permissions');
  const isDefined = (id: string): boolean => {
    if (scope === 'team' && SYSTEM_PERMISSIONS.includes(id)) return true;
    const definition = Object.hasOwn(definitions, id) ? definitions[id] : undefined;
    return isPlainObject(definition) && definition.scope === scope;
  };
  return idsOf(getRecord(config, `rbac.defaultPermissions.${list}`))
    .filter(isDefined)
    .sort()
    .map((id) => ({ id }));
};

/** The flat view of a rendered configuration. */
export const toProjectConfig = (config: ConfigObject): Complete<ProjectConfig> => {
  const is = (path: string): boolean => get(config, path) === true;
  const oauth_providers = toProviders(config);
  return {
    allow_localhost: is('domains.allowLocalhost'),
    sign_up_enabled: is('auth.allowSignUp'),
    credential_enabled: is('auth.password.allowSignIn'),
    magic_link_enabled: is('auth.otp.allowSignIn'),
    passkey_enabled: is('auth.passkey.allowSignIn'),
    client_team_creation_enabled: is('teams.allowClientTeamCreation'),
    client_user_deletion_enabled: is('users.allowClientUserDeletion'),
    create_team_on_sign_up: is('teams.createPersonalTeamOnSignUp'),
    allow_user_api_keys: is('apiKeys.enabled.user'),
    allow_team_api_keys: is('apiKeys.enabled.team'),
    oauth_account_merge_strategy: getText(config, 'auth.oauth.accountMergeStrategy') ?? 'link_method',
    oauth_providers,
    enabled_oauth_providers: oauth_providers.map(({ id }) => ({ id })),
    domains: toDomains(config),
    email_config: toEmailServer(config),
    email_theme: getText(config, 'emails.selectedThemeId') ?? '',
    team_creator_default_permissions: defaults(config, 'teamCreator', 'team'),
    team_member_default_permissions: defaults(config, 'teamMember', 'team'),
    user_default_permissions: defaults(config, 'signUp', 'project'),
  };
};

export const toProject = (row: ProjectColumns, config: ConfigObject): Complete<Project> => ({
  id: row.project_id,
  display_name: row.display_name,
  description: row.description,
  logo_url: row.logo_url ?? undefined,
  full_logo_url: row.full_logo_url ?? undefined,
  created_at_millis: row.created_at_millis,
  is_production_mode: row.is_production_mode,
  owner_team_id: row.owner_team_id ?? undefined,
  config: toProjectConfig(config),
});
