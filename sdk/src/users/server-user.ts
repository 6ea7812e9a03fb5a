import type { AppContext } from '../apps/context.ts';
import { registerMaker } from '../apps/makers.ts';
import { permissionGrants, userPermissions } from '../permissions/user-permissions.ts';
import type { PermissionGrants, UserPermissions } from '../permissions/user-permissions.ts';
import { internalUser } from '../projects/internal-user.ts';
import type { InternalUserExtra } from '../projects/internal-user.ts';
import type { Session } from '../sessions/session.ts';
import { createServerTeam } from '../teams/server-team.ts';
import type { ServerTeam } from '../teams/server-team.ts';
import { serverUserTeams } from '../teams/user-teams.ts';
import type { UserTeams } from '../teams/user-teams.ts';
import type { Json } from '../wire/case.ts';
import type { ServerUserRead } from '../wire/user.ts';
import { auth } from './auth.ts';
import type { Auth } from './auth.ts';
import { baseUser, guardDestructuring } from './base-user.ts';
import type { BaseUser } from './base-user.ts';
import { connectedAccounts } from './connected-accounts.ts';
import type { ConnectedAccounts } from './connected-accounts.ts';
import { contactChannels } from './contact-channels.ts';
import type { ServerContactChannels } from './contact-channels.ts';
import { createUserSession } from './create-session.ts';
import type { CreatedSession, CreateSessionOptions } from './create-session.ts';
import { emailVerification } from './email-verification.ts';
import type { EmailVerification } from './email-verification.ts';
import { oauthProviders } from './oauth-providers.ts';
import type { OAuthProviders, ServerOAuthProvider } from './oauth-providers.ts';
import { passkeys } from './passkeys.ts';
import type { Passkeys } from './passkeys.ts';
import { passwords } from './passwords.ts';
import type { Passwords } from './passwords.ts';
import { profile } from './profile.ts';
import type { Profile, UserUpdateOptions } from './profile.ts';
import { serverScope } from './user-scope.ts';
import { userSessions } from './user-sessions.ts';
import type { UserSessions } from './user-sessions.ts';

/** What a server may change about a user. */
export interface ServerUserUpdateOptions extends UserUpdateOptions {
  primaryEmail?: string | null;
  primaryEmailVerified?: boolean;
  primaryEmailAuthEnabled?: boolean;
  clientReadOnlyMetadata?: Json;
  serverMetadata?: Json;
  password?: string | null;
}

/** What a server sees and does beyond the user itself. A new area adds one interface here and one line below. */
export interface ServerUserExtra
  extends
    Profile<ServerUserUpdateOptions>,
    Pick<Passwords, 'updatePassword'>,
    Passkeys,
    ServerContactChannels,
    EmailVerification,
    ConnectedAccounts,
    OAuthProviders<ServerOAuthProvider>,
    UserTeams<ServerTeam>,
    UserPermissions,
    PermissionGrants,
    UserSessions {
  readonly lastActiveAt: Date;
  readonly primaryEmailAuthEnabled: boolean;
  readonly serverMetadata: Json;
  readonly selectedTeam: ServerTeam | null;
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>;
  setServerMetadata(serverMetadata: Json): Promise<void>;
  setClientReadOnlyMetadata(clientReadOnlyMetadata: Json): Promise<void>;
  setPassword(options: { password: string }): Promise<void>;
  /** Signs the user in without their doing, for example to act in their place. */
  createSession(options?: CreateSessionOptions): Promise<CreatedSession>;
}

/** A user as the server sees it. */
export type ServerUser = BaseUser & ServerUserExtra;

/** The signed-in user of a server app. */
export type CurrentServerUser = ServerUser & Auth;

export type CurrentInternalServerUser = CurrentServerUser & InternalUserExtra;

const serverUser = (ctx: AppContext, user: ServerUserRead, session: Session | null) => {
  const scope = serverScope(ctx, user.id, session);
  const own = profile<ServerUserUpdateOptions>(scope);
  return {
    ...baseUser(user),
    ...own,
    ...passwords(scope),
    ...passkeys(scope),
    ...contactChannels(scope),
    ...emailVerification(scope),
    ...connectedAccounts({ scope, providers: user.oauth_providers }),
    ...oauthProviders<ServerOAuthProvider>(scope),
    ...serverUserTeams(scope),
    ...userPermissions(scope),
    ...permissionGrants(scope),
    ...userSessions(scope),
    lastActiveAt: new Date(user.last_active_at_millis),
    primaryEmailAuthEnabled: user.primary_email_auth_enabled,
    serverMetadata: user.server_metadata,
    selectedTeam: user.selected_team && createServerTeam(scope, user.selected_team),
    setPrimaryEmail: (primaryEmail: string | null, { verified }: { verified?: boolean } = {}) =>
      own.update({ primaryEmail, primaryEmailVerified: verified }),
    setServerMetadata: (serverMetadata: Json) => own.update({ serverMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata: Json) => own.update({ clientReadOnlyMetadata }),
    setPassword: ({ password }: { password: string }) => own.update({ password }),
    createSession: createUserSession(scope),
  };
};

export const createServerUser = (ctx: AppContext, user: ServerUserRead): ServerUser =>
  guardDestructuring(serverUser(ctx, user, null));

registerMaker('serverUser', createServerUser);

export const createCurrentServerUser = (
  ctx: AppContext,
  session: Session,
  user: ServerUserRead,
): CurrentInternalServerUser =>
  Object.freeze(
    guardDestructuring({
      ...serverUser(ctx, user, session),
      ...auth(ctx, session),
      ...internalUser(serverScope(ctx, user.id, session)),
    }),
  );
