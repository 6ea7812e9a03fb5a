import type { PermissionDefinition } from '@portico/proto/teams/v1/permissions';

/** Team permissions that every project has and that the platform itself asks for. */
const DESCRIPTIONS = {
  $delete_team: 'Delete the team',
  $invite_members: 'Invite people to the team',
  $manage_api_keys: "Manage the team's API keys",
  $read_members: 'See the other members of the team',
  $remove_members: 'Remove other members from the team',
  $update_team: 'Edit the team',
} as const;

export type SystemPermissionId = keyof typeof DESCRIPTIONS;

export const systemPermissionIds = Object.keys(DESCRIPTIONS) as SystemPermissionId[];

export const isSystemPermission = (id: string): id is SystemPermissionId => Object.hasOwn(DESCRIPTIONS, id);

export const systemPermissionDefinitions: readonly PermissionDefinition[] = systemPermissionIds.map((id) => ({
  id,
  scope: 'team',
  description: DESCRIPTIONS[id],
  contained_permission_ids: [],
}));
