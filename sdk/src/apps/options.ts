import type { Session } from '../sessions/session.ts';
import type { TokenStoreInit } from '../tokens/token-store.ts';
import type { HandlerUrls } from '../urls/handler-urls.ts';
import type { RedirectMethod } from '../urls/redirect-method.ts';

/** Options of every app. What is left out comes from the environment, or from `inheritsFrom`. */
export interface PorticoClientAppOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> {
  /** The project: a UUID, or `internal`. Default: `NEXT_PUBLIC_STACK_PROJECT_ID`. */
  projectId?: ProjectId;
  /** Default: `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY`. */
  publishableClientKey?: string;
  /** Origin of the API. Default: `NEXT_PUBLIC_STACK_API_URL`. */
  baseUrl?: string | { browser: string; server: string };
  /** Sent with every request, over the kit's own headers. */
  extraRequestHeaders?: Record<string, string>;
  /** Where the session lives. Required unless `inheritsFrom` is given. */
  tokenStore?: TokenStoreInit<HasTokenStore>;
  /** Moves single handler pages. */
  urls?: Partial<HandlerUrls>;
  /** Scopes asked for in addition, by provider. */
  oauthScopesOnSignIn?: Record<string, string[]>;
  redirectMethod?: RedirectMethod;
  /** Shares the session with every subdomain of this domain, e.g. `example.com`. */
  cookieDomain?: string;
  /** Takes every option that is not given here from another app. */
  inheritsFrom?: { readonly projectId: string };
  /** Reserved: nothing is prefetched today. */
  noAutomaticPrefetch?: boolean;
}

export interface PorticoServerAppOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientAppOptions<HasTokenStore, ProjectId> {
  /** Default: `STACK_SECRET_SERVER_KEY`. */
  secretServerKey?: string;
}

export interface PorticoAdminAppOptions<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoServerAppOptions<HasTokenStore, ProjectId> {
  /** Default: `STACK_SUPER_SECRET_ADMIN_KEY`. */
  superSecretAdminKey?: string;
  /** The session of a user of project `internal` whose team owns the project. Replaces all keys. */
  projectOwnerSession?: Session;
}

export type AnyAppOptions = Omit<PorticoAdminAppOptions, 'inheritsFrom'>;
