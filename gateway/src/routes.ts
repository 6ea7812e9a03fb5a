/** Every route of the gateway. A row's file says its method, path and who may call it. */
import { createKeySet } from './api-keys/create-key-set.ts';
import { getKeySet } from './api-keys/get-key-set.ts';
import { listKeySets } from './api-keys/list-key-sets.ts';
import { updateKeySet } from './api-keys/update-key-set.ts';
import { signUpAnonymously } from './auth/anonymous/sign-up.ts';
import { completeCliLogin } from './auth/cli/complete.ts';
import { pollCliLogin } from './auth/cli/poll.ts';
import { startCliLogin } from './auth/cli/start.ts';
import { countRecoveryCodes, createRecoveryCodes } from './auth/mfa/recovery-codes.ts';
import { signInWithMfa } from './auth/mfa/sign-in.ts';
import { startOAuth } from './auth/oauth/authorize.ts';
import { finishOAuth, finishOAuthForm } from './auth/oauth/callback.ts';
import { oauthToken } from './auth/oauth/token.ts';
import { sendSignInCode } from './auth/otp/send-sign-in-code.ts';
import { checkSignInCode, signInWithOtp } from './auth/otp/sign-in.ts';
import { beginPasskeyRegistration } from './auth/passkey/begin-registration.ts';
import { beginPasskeySignIn } from './auth/passkey/begin-sign-in.ts';
import { registerPasskey } from './auth/passkey/register.ts';
import { signInWithPasskey } from './auth/passkey/sign-in.ts';
import { checkPasswordResetCode, resetPassword } from './auth/password/reset.ts';
import { sendPasswordReset } from './auth/password/send-reset-code.ts';
import { setPassword } from './auth/password/set.ts';
import { signInWithPassword } from './auth/password/sign-in.ts';
import { signUpWithPassword } from './auth/password/sign-up.ts';
import { updatePassword } from './auth/password/update.ts';
import { createSession } from './auth/sessions/create-session.ts';
import { deleteSession } from './auth/sessions/delete-session.ts';
import { listSessions } from './auth/sessions/list-sessions.ts';
import { refreshSession } from './auth/sessions/refresh.ts';
import { signOut } from './auth/sessions/sign-out.ts';
import { getConfig } from './config/get-config.ts';
import { overrideConfig } from './config/override-config.ts';
import {
  createConnectedAccountToken,
  createOwnConnectedAccountToken,
} from './connected-accounts/create-access-token.ts';
import { checkVerificationCode } from './contact-channels/check-code.ts';
import { createContactChannel } from './contact-channels/create-contact-channel.ts';
import { deleteContactChannel } from './contact-channels/delete-contact-channel.ts';
import { getContactChannel } from './contact-channels/get-contact-channel.ts';
import { listContactChannels } from './contact-channels/list-contact-channels.ts';
import { sendPrimaryEmailVerification } from './contact-channels/send-primary-verification.ts';
import { sendChannelVerification } from './contact-channels/send-verification.ts';
import { updateContactChannel } from './contact-channels/update-contact-channel.ts';
import { verifyContactChannel } from './contact-channels/verify.ts';
import type { Route } from './http/route.ts';
import { createOAuthProvider } from './oauth-providers/create-oauth-provider.ts';
import { deleteOAuthProvider } from './oauth-providers/delete-oauth-provider.ts';
import { getOAuthProvider } from './oauth-providers/get-oauth-provider.ts';
import { listOAuthProviders } from './oauth-providers/list-oauth-providers.ts';
import { updateOAuthProvider } from './oauth-providers/update-oauth-provider.ts';
import { grantProjectPermission } from './permissions/grant-project-permission.ts';
import { grantTeamPermission } from './permissions/grant-team-permission.ts';
import {
  listProjectPermissionDefinitions,
  listTeamPermissionDefinitions,
} from './permissions/list-definitions.ts';
import { listProjectPermissions } from './permissions/list-project-permissions.ts';
import { listTeamPermissions } from './permissions/list-team-permissions.ts';
import { revokeProjectPermission } from './permissions/revoke-project-permission.ts';
import { revokeTeamPermission } from './permissions/revoke-team-permission.ts';
import { createProject } from './projects/create-project.ts';
import { deleteProject } from './projects/delete-project.ts';
import { getClientProject } from './projects/get-client-project.ts';
import { getProject } from './projects/get-project.ts';
import { anonymousJwksAlias, getJwks } from './projects/jwks.ts';
import { listOwnedProjects } from './projects/list-owned-projects.ts';
import { updateProject } from './projects/update-project.ts';
import { checkFeatureSupport } from './system/check-feature-support.ts';
import { checkVersion } from './system/check-version.ts';
import { health } from './system/health.ts';
import { getImage } from './system/image.ts';
import { listInboxMessages } from './system/inbox.ts';
import { welcome } from './system/welcome.ts';
import { addMember } from './team-memberships/add-member.ts';
import { removeMember } from './team-memberships/remove-member.ts';
import { createTeam } from './teams/create-team.ts';
import { deleteTeam } from './teams/delete-team.ts';
import { getTeam } from './teams/get-team.ts';
import { listTeams } from './teams/list-teams.ts';
import { updateTeam } from './teams/update-team.ts';
import { createUser } from './users/create-user.ts';
import { deleteCurrentUser } from './users/delete-current-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { getCurrentUser } from './users/get-current-user.ts';
import { getUser } from './users/get-user.ts';
import { listUsers } from './users/list-users.ts';
import { updateCurrentUser } from './users/update-current-user.ts';
import { updateUser } from './users/update-user.ts';

/** Below `/api/v1` and `/api/latest`. */
// prettier-ignore
export const apiRoutes: readonly Route[] = [
  welcome, checkFeatureSupport, checkVersion,
  signUpWithPassword, signInWithPassword, updatePassword, setPassword,
  sendPasswordReset, resetPassword, checkPasswordResetCode,
  sendSignInCode, signInWithOtp, checkSignInCode,
  signInWithMfa, createRecoveryCodes, countRecoveryCodes,
  beginPasskeyRegistration, registerPasskey, beginPasskeySignIn, signInWithPasskey,
  signUpAnonymously, startCliLogin, pollCliLogin, completeCliLogin,
  listSessions, createSession, deleteSession, signOut, refreshSession,
  startOAuth, finishOAuth, finishOAuthForm, oauthToken,
  listOAuthProviders, createOAuthProvider, getOAuthProvider, updateOAuthProvider, deleteOAuthProvider,
  createConnectedAccountToken, createOwnConnectedAccountToken,
  getCurrentUser, updateCurrentUser, deleteCurrentUser,
  listUsers, createUser, getUser, updateUser, deleteUser,
  listContactChannels, createContactChannel, getContactChannel, updateContactChannel, deleteContactChannel,
  sendChannelVerification, sendPrimaryEmailVerification, verifyContactChannel, checkVerificationCode,
  listTeams, createTeam, getTeam, updateTeam, deleteTeam,
  addMember, removeMember,
  listTeamPermissions, grantTeamPermission, revokeTeamPermission, listTeamPermissionDefinitions,
  listProjectPermissions, grantProjectPermission, revokeProjectPermission, listProjectPermissionDefinitions,
  getClientProject, getJwks, ...anonymousJwksAlias,
  listOwnedProjects, createProject, getProject, updateProject, deleteProject,
  listKeySets, createKeySet, getKeySet, updateKeySet,
  getConfig, overrideConfig,
];

/** Below `/`. */
export const rootRoutes: readonly Route[] = [health, listInboxMessages, getImage];
