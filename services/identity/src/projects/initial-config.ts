import type { ConfigObject } from '../config/config-node.ts';

const contained = (ids: readonly string[]): ConfigObject => Object.fromEntries(ids.map((id) => [id, true]));

/** What every new project stores before its creator's own settings are written over it. */
export const initialConfig = (): ConfigObject => ({
  'domains.allowLocalhost': true,
  'auth.password.allowSignIn': true,
  'rbac.permissions.team_member': {
    description: 'Sees the members of the team and invites others',
    scope: 'team',
    containedPermissionIds: contained(['$read_members', '$invite_members']),
  },
  'rbac.permissions.team_admin': {
    description: 'Manages the team, its members and its API keys',
    scope: 'team',
    containedPermissionIds: contained([
      '$update_team',
      '$delete_team',
      '$read_members',
      '$remove_members',
      '$invite_members',
      '$manage_api_keys',
    ]),
  },
  'rbac.defaultPermissions.teamCreator': { team_admin: true },
  'rbac.defaultPermissions.teamMember': { team_member: true },
  'apps.installed.authentication.enabled': true,
  'apps.installed.emails.enabled': true,
  'apps.installed.api-keys.enabled': true,
});
