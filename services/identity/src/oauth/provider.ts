/** What makes one provider differ from another; the flow is the same for all. */
import type { JWTPayload } from 'jose';
import type { ProviderHttp } from './provider-http.ts';

/** A provider of a project, with the keys it is used with. */
export interface ProviderEntry {
  /** Key of the entry in the configuration. */
  id: string;
  type: string;
  is_shared: boolean;
  allow_sign_in: boolean;
  allow_connected_accounts: boolean;
  client_id: string;
  client_secret: string;
  facebook_config_id?: string;
  microsoft_tenant_id?: string;
  issuer_url?: string;
}

/** Who signed in, as the provider says. */
export interface Profile {
  account_id: string;
  display_name: string | null;
  email: string | null;
  email_verified: boolean;
  profile_image_url: string | null;
}

/** Asks the provider on behalf of the account whose access token was just obtained. */
export interface ProfileSource {
  /** The JSON at that address. @throws StatusError when the provider refuses. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  /** The same, undefined when the provider refuses with that status. */
  getUnless(status: number, url: string, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Of the verified ID token; empty where there is none. */
  claims: JWTPayload;
}

export interface IdTokenRules {
  jwks_url: string;
  /** Undefined: the claims can come from no acceptable issuer. */
  issuer(claims: JWTPayload): string | undefined;
}

export interface Provider {
  authorization_url: string;
  token_url: string;
  /** Asked for in any case. */
  scopes: readonly string[];
  /** How the token endpoint learns who we are. */
  client_authentication: 'basic' | 'body';
  without_pkce?: boolean;
  /** Sends a nonce, and expects it in the ID token. */
  with_nonce?: boolean;
  /** The callback is a form that the provider's site posts. */
  form_post?: boolean;
  /** Further parameters of the authorization URL. */
  parameters?: Readonly<Record<string, string>>;
  /** Of access tokens that come without a lifetime; an hour when absent. */
  token_lifetime_seconds?: number;
  /** Given: an ID token has to come with the tokens. */
  id_token?: IdTokenRules;
  profile(source: ProfileSource): Promise<Profile>;
  /** What only a live access token can read. */
  probe: { url: string; headers?: Readonly<Record<string, string>>; accepts?(body: unknown): boolean };
}

/** Made anew for every use, because some addresses depend on the entry or on the issuer's metadata. */
export type CreateProvider = (entry: ProviderEntry, http: ProviderHttp) => Provider | Promise<Provider>;
