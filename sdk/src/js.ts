/** The client kit without React: no hooks, no components. */
export { PorticoAdminApp } from './apps/admin-app.ts';
export { PorticoClientApp } from './apps/client-app.ts';
export { PorticoServerApp } from './apps/server-app.ts';
export { porticoAppInternalsSymbol } from './apps/internals.ts';
export { onCapturedError, PorticoAssertionError } from './errors/assertion-error.ts';
export { KnownError } from './errors/known-error.ts';
export { KnownErrors } from './errors/known-errors.ts';
export { SignInAgainError } from './errors/sign-in-again-error.ts';
export { NetworkError } from './http/network-error.ts';
export { getConvexProvidersConfig } from './apps/convex.ts';
export { createTotpEnrollment } from './users/totp.ts';

export type { PorticoAdminAppConstructor } from './apps/admin-app.ts';
export type { PorticoClientAppConstructor } from './apps/client-app.ts';
export type { PorticoServerAppConstructor } from './apps/server-app.ts';
export type { PorticoClientAppJson } from './apps/app-json.ts';
export type {
  PorticoAdminAppOptions,
  PorticoClientAppOptions,
  PorticoServerAppOptions,
} from './apps/options.ts';
export type { SignInWithCredentialOptions, SignUpWithCredentialOptions } from './auth/credential.ts';
export type { PromptCliLoginOptions } from './auth/cli-login.ts';
export type { SignOutOptions } from './auth/sign-out.ts';
export type { KnownErrorInstance } from './errors/known-errors.ts';
export type { Result } from './errors/result.ts';
export type {
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyBaseCrudRead,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from './internal-api-keys/internal-api-keys.ts';
export type { TeamPermission } from './permissions/user-permissions.ts';
export type { AdminProject } from './projects/admin-project.ts';
export type { AdminProjectConfig } from './projects/admin-project-config.ts';
export type { AdminOwnedProject } from './projects/owned-projects.ts';
export type { ProductionModeError } from './projects/production-mode-errors.ts';
export type { CompleteConfig, ConfigOverride } from './projects/project-configuration.ts';
export type { Project, ProjectConfig } from './projects/project.ts';
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminOAuthProviderConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectUpdateOptions,
} from './projects/project-update.ts';
export type {
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
} from './teams/server-team.ts';
export type {
  Team,
  TeamCreateOptions,
  TeamMemberProfile,
  TeamUpdateOptions,
  TeamUser,
} from './teams/team.ts';
export type { RequestLike, TokenStoreInit, Tokens } from './tokens/token-store.ts';
export type { HandlerUrls } from './urls/handler-urls.ts';
export type { RedirectToOptions } from './urls/navigation.ts';
export type { RedirectMethod } from './urls/redirect-method.ts';
export type { Auth, AuthHeaders } from './users/auth.ts';
export type { BaseUser } from './users/base-user.ts';
export type {
  ConnectedAccountOptions,
  OAuthConnection,
  OAuthConnection as Connection,
} from './users/connected-accounts.ts';
export type {
  ContactChannel,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
} from './users/contact-channels.ts';
export type { CurrentInternalUser, CurrentUser, User, UserExtra } from './users/current-user.ts';
export type { CreatedSession as Session, CreateSessionOptions } from './users/create-session.ts';
export type { GetCurrentUserOptions, GetUserOptions } from './users/get-current-user.ts';
export type { ConvexCtx, GetCurrentPartialUserOptions, TokenPartialUser } from './users/partial-user.ts';
export type {
  OAuthProvider,
  OAuthProviderCreateOptions,
  OAuthProviderUpdateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderUpdateOptions,
} from './users/oauth-providers.ts';
export type { UserUpdateOptions } from './users/profile.ts';
export type {
  CurrentInternalServerUser,
  CurrentServerUser,
  ServerUser,
  ServerUserUpdateOptions,
} from './users/server-user.ts';
export type {
  ServerListUsersOptions,
  ServerUserCreateOptions,
  ServerUserList,
} from './users/server-users.ts';
export type { TotpEnrollment } from './users/totp.ts';
export type { ActiveSession } from './users/user-sessions.ts';
export type { Json } from './wire/case.ts';
