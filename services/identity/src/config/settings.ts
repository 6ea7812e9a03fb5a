/**
 * The part of a branch's configuration that requests read, rendered once at each write and stored in
 * clear beside the sealed override. It travels in the statement that needs it, so no request sees an
 * older state than the database, and it holds no secret.
 */
import type { ConfigObject } from './config-node.ts';
import { get, getRecord } from './config-path.ts';

/** Raise it when `toSettings` or a default changes; stored settings are rendered again at start. */
export const SETTINGS_REVISION = 2;

export interface ProviderSettings {
  /** Key of the entry; mostly the same as its type. */
  id: string;
  type: string;
  is_shared: boolean;
  allow_sign_in: boolean;
  allow_connected_accounts: boolean;
}

export interface BranchSettings {
  allow_sign_up: boolean;
  allow_anonymous_sign_up: boolean;
  allow_password: boolean;
  allow_otp: boolean;
  allow_passkey: boolean;
  account_merge_strategy: string;
  oauth_providers: ProviderSettings[];
  /** Changing how one signs in needs a recent sign-in. */
  step_up: boolean;
  /** Refresh tokens are replaced at each use; the one before stays good for so long. */
  rotate_refresh_tokens: boolean;
  rotation_grace_millis: number;
  allow_client_user_deletion: boolean;
  create_team_on_sign_up: boolean;
  allow_localhost: boolean;
  /** Base URLs, lower-cased. */
  trusted_domains: string[];
}

const is = (config: ConfigObject, path: string): boolean => get(config, path) === true;

const toProvider = (id: string, entry: unknown): ProviderSettings[] => {
  const provider = entry as ConfigObject;
  if (typeof provider.type !== 'string') return [];
  return [
    {
      id,
      type: provider.type,
      is_shared: provider.isShared !== false,
      allow_sign_in: provider.allowSignIn === true,
      allow_connected_accounts: provider.allowConnectedAccounts === true,
    },
  ];
};

const trustedDomains = (config: ConfigObject): string[] =>
  Object.values(getRecord(config, 'domains.trustedDomains'))
    .map((domain) => (domain as ConfigObject).baseUrl)
    .filter((url) => typeof url === 'string')
    .map((url) => url.toLowerCase());

const GRACE_SECONDS = 10;
const LONGEST_GRACE_SECONDS = 600;

/** Long enough for tabs and retries that were on their way already. */
const graceMillis = (config: ConfigObject): number => {
  const seconds = get(config, 'auth.refreshTokens.graceSeconds');
  const given = typeof seconds === 'number' ? seconds : GRACE_SECONDS;
  return Math.round(Math.min(Math.max(given, 0), LONGEST_GRACE_SECONDS) * 1000);
};

/** @param config A rendered configuration. */
export const toSettings = (config: ConfigObject): BranchSettings => ({
  allow_sign_up: is(config, 'auth.allowSignUp'),
  allow_anonymous_sign_up: get(config, 'auth.anonymous.allowSignUp') !== false,
  allow_password: is(config, 'auth.password.allowSignIn'),
  allow_otp: is(config, 'auth.otp.allowSignIn'),
  allow_passkey: is(config, 'auth.passkey.allowSignIn'),
  account_merge_strategy: String(get(config, 'auth.oauth.accountMergeStrategy')),
  oauth_providers: Object.entries(getRecord(config, 'auth.oauth.providers')).flatMap(([id, entry]) =>
    toProvider(id, entry),
  ),
  step_up: is(config, 'auth.stepUp.required'),
  rotate_refresh_tokens: is(config, 'auth.refreshTokens.rotate'),
  rotation_grace_millis: graceMillis(config),
  allow_client_user_deletion: is(config, 'users.allowClientUserDeletion'),
  create_team_on_sign_up: is(config, 'teams.createPersonalTeamOnSignUp'),
  allow_localhost: is(config, 'domains.allowLocalhost'),
  trusted_domains: trustedDomains(config),
});
