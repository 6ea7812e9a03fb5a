/** From the configuration of a project to a provider that can be used. */
import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { IdentityConfig } from '../config.ts';
import { isPlainObject, type ConfigObject } from '../config/config-node.ts';
import { getRecord, getText } from '../config/config-path.ts';
import { readConfig } from '../config/read-config.ts';
import { toSettings, type BranchSettings } from '../config/settings.ts';
import type { IdentityDeps } from '../deps.ts';
import type { CreateProvider, Provider, ProviderEntry } from './provider.ts';
import { apple } from './providers/apple.ts';
import { bitbucket } from './providers/bitbucket.ts';
import { discord } from './providers/discord.ts';
import { facebook } from './providers/facebook.ts';
import { github } from './providers/github.ts';
import { gitlab } from './providers/gitlab.ts';
import { google } from './providers/google.ts';
import { linkedin } from './providers/linkedin.ts';
import { microsoft } from './providers/microsoft.ts';
import { openIdConnect } from './providers/openid-connect.ts';
import { sandbox } from './providers/sandbox.ts';
import { spotify } from './providers/spotify.ts';
import { twitch } from './providers/twitch.ts';
import { x } from './providers/x.ts';
import { OPENID_TYPE, type OAuthProviderType } from './provider-types.ts';
import { sharedKeys } from './shared-keys.ts';

const creators: Readonly<Record<OAuthProviderType | typeof OPENID_TYPE, CreateProvider>> = {
  google, github, microsoft, spotify, facebook, discord, gitlab, bitbucket, linkedin, apple, x, twitch,
  [OPENID_TYPE]: openIdConnect,
}; // prettier-ignore

export interface FoundProvider {
  entry: ProviderEntry;
  settings: BranchSettings;
  create: CreateProvider;
}

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'config'>;

const keysOf = (config: IdentityConfig, type: string, entry: ConfigObject) => {
  if (entry.isShared !== false) {
    const shared = type === OPENID_TYPE ? undefined : sharedKeys(config, type);
    return { is_shared: true, client_id: '', client_secret: '', ...shared };
  }
  const [client_id, client_secret] = [getText(entry, 'clientId'), getText(entry, 'clientSecret')];
  return { is_shared: false, client_id: client_id ?? '', client_secret: client_secret ?? '' };
};

const toFound = (deps: Deps, config: ConfigObject, id: string): FoundProvider | undefined => {
  const providers = getRecord(config, 'auth.oauth.providers');
  const stored = Object.hasOwn(providers, id) ? providers[id] : undefined;
  const type = isPlainObject(stored) ? getText(stored, 'type') : undefined;
  if (!isPlainObject(stored) || type === undefined || !Object.hasOwn(creators, type)) return undefined;
  const { sandbox_issuer, ...keys } = { sandbox_issuer: undefined, ...keysOf(deps.config, type, stored) };
  return {
    settings: toSettings(config),
    create: sandbox_issuer ? sandbox(sandbox_issuer) : creators[type as keyof typeof creators],
    entry: {
      id,
      type,
      ...keys,
      allow_sign_in: stored.allowSignIn === true,
      allow_connected_accounts: stored.allowConnectedAccounts === true,
      facebook_config_id: getText(stored, 'facebookConfigId'),
      microsoft_tenant_id: getText(stored, 'microsoftTenantId'),
      issuer_url: getText(stored, 'issuerUrl'),
    },
  };
};

const notEnabled = () => knownErrors.OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED();

/** @throws OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED when the project has no such entry. */
export const requireProvider = async (deps: Deps, call: CallContext, id: string): Promise<FoundProvider> => {
  const { config } = await readConfig(deps, call);
  const found = toFound(deps, config, id);
  if (!found) throw notEnabled();
  return found;
};

/** The same, for a purpose that the entry has to allow. */
export const requireProviderFor = async (
  deps: Deps,
  call: CallContext,
  { id, type }: { id: string; type: 'authenticate' | 'link' },
): Promise<FoundProvider> => {
  const found = await requireProvider(deps, call, id);
  const { allow_sign_in, allow_connected_accounts } = found.entry;
  if (!(type === 'link' ? allow_connected_accounts : allow_sign_in)) throw notEnabled();
  return found;
};

/** @throws StatusError 400 when there are no keys to use it with. */
export const createProvider = async (
  { providerHttp }: Pick<IdentityDeps, 'providerHttp'>,
  { entry, create }: FoundProvider,
): Promise<Provider> => {
  if (entry.client_id === '' || entry.client_secret === '') {
    const whose = entry.is_shared ? 'This deployment has no shared keys' : 'The project has no complete keys';
    throw statusError(400, `${whose} for the OAuth provider "${entry.id}".`);
  }
  return create(entry, providerHttp);
};
