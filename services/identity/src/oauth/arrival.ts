/** Somebody who came back from a provider, before we know which of our users that is. */
import type { BranchSettings } from '../config/settings.ts';
import type { Profile, ProviderEntry } from './provider.ts';
import type { ProviderTokens } from './request-tokens.ts';

export interface Arrival {
  entry: ProviderEntry;
  settings: BranchSettings;
  profile: Profile;
  tokens: ProviderTokens;
  /** That were asked for. */
  scopes: readonly string[];
}

export interface Arrived {
  user_id: string;
  is_new_user: boolean;
}

/** What of it is stored as the account. */
export const accountOf = ({ entry, profile }: Arrival) => ({
  provider_config_id: entry.id,
  provider_type: entry.type,
  account_id: profile.account_id,
  email: profile.email,
});
