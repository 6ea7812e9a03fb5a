/** The providers that every project can choose. */
export const OAUTH_PROVIDER_TYPES = [
  'google', 'github', 'microsoft', 'spotify', 'facebook', 'discord',
  'gitlab', 'bitbucket', 'linkedin', 'apple', 'x', 'twitch',
] as const; // prettier-ignore

export type OAuthProviderType = (typeof OAUTH_PROVIDER_TYPES)[number];

/** Any OpenID Connect provider, named by the `issuerUrl` of its entry. */
export const OPENID_TYPE = 'oidc';

/** Projects may always ask for shared keys of these, whether or not the deployment has some. */
export const SHARED_PROVIDER_TYPES: readonly string[] = ['google', 'github', 'microsoft', 'spotify'];

export const isProviderType = (type: string): type is OAuthProviderType =>
  (OAUTH_PROVIDER_TYPES as readonly string[]).includes(type);
