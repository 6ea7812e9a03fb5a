import type { AppContext } from '../apps/context.ts';
import { userPermissions } from '../permissions/user-permissions.ts';
import type { UserPermissions } from '../permissions/user-permissions.ts';
import { internalUser } from '../projects/internal-user.ts';
import type { InternalUserExtra } from '../projects/internal-user.ts';
import type { Session } from '../sessions/session.ts';
import { createTeamObject } from '../teams/team.ts';
import type { Team } from '../teams/team.ts';
import { userTeams } from '../teams/user-teams.ts';
import type { UserTeams } from '../teams/user-teams.ts';
import type { UserRead } from '../wire/user.ts';
import { auth } from './auth.ts';
import type { Auth } from './auth.ts';
import { baseUser, guardDestructuring } from './base-user.ts';
import type { BaseUser } from './base-user.ts';
import { connectedAccounts } from './connected-accounts.ts';
import type { ConnectedAccounts } from './connected-accounts.ts';
import { contactChannels } from './contact-channels.ts';
import type { ContactChannels } from './contact-channels.ts';
import { emailVerification } from './email-verification.ts';
import type { EmailVerification } from './email-verification.ts';
import { oauthProviders } from './oauth-providers.ts';
import type { OAuthProviders } from './oauth-providers.ts';
import { passkeys } from './passkeys.ts';
import type { Passkeys } from './passkeys.ts';
import { passwords } from './passwords.ts';
import type { Passwords } from './passwords.ts';
import { profile } from './profile.ts';
import type { Profile } from './profile.ts';
import { recoveryCodes } from './recovery-codes.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { ownScope } from './user-scope.ts';
import { userSessions } from './user-sessions.ts';
import type { UserSessions } from './user-sessions.ts';

/** What a user can do with its own account. A new area adds one interface here and one line below. */
export interface UserExtra
  extends
    Profile,
    Passwords,
    Passkeys,
    RecoveryCodes,
    ContactChannels,
    EmailVerification,
    ConnectedAccounts,
    OAuthProviders,
    UserTeams,
    UserPermissions,
    UserSessions {
  /** The team chosen last. */
  readonly selectedTeam: Team | null;
}

/** A user as a client sees it. */
export type User = BaseUser;

/** The signed-in user of a client app. */
export type CurrentUser = BaseUser & Auth & UserExtra;

/** The signed-in user of project `internal`, who owns other projects. */
export type CurrentInternalUser = CurrentUser & InternalUserExtra;

export const createCurrentUser = (ctx: AppContext, session: Session, user: UserRead): CurrentInternalUser => {
  const scope = ownScope(ctx, session, user.id);
  return Object.freeze(
    guardDestructuring({
      ...baseUser(user),
      ...auth(ctx, session),
      ...profile(scope),
      ...passwords(scope),
      ...passkeys(scope),
      ...recoveryCodes(scope),
      ...contactChannels(scope),
      ...emailVerification(scope),
      ...connectedAccounts({ scope, providers: user.oauth_providers }),
      ...oauthProviders(scope),
      ...userTeams(scope),
      ...userPermissions(scope),
      ...userSessions(scope),
      ...internalUser(scope),
      selectedTeam: user.selected_team && createTeamObject(scope, user.selected_team),
    }),
  );
};
