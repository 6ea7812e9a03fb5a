import type { ProjectSettings } from '@portico/proto/teams/v1/provisioning';
import { isPlainObject, type ConfigObject } from './config-node.ts';
import { get, getRecord, getText } from './config-path.ts';

/** Keys of a set written as `{id: true}`. */
export const idsOf = (set: ConfigObject): string[] => Object.keys(set).filter((id) => set[id] === true);

/** What decides about teams and permissions, as their service wants it. */
export const toTeamSettings = (config: ConfigObject, version: number): ProjectSettings => ({
  version,
  permissions: Object.entries(getRecord(config, 'rbac.permissions')).flatMap(([id, definition]) => {
    const scope = isPlainObject(definition) ? getText(definition, 'scope') : undefined;
    if (!isPlainObject(definition) || scope === undefined) return [];
    const contained = getRecord(definition, 'containedPermissionIds');
    const description = getText(definition, 'description');
    return [{ id, scope, description, contained_permission_ids: idsOf(contained) }];
  }),
  team_creator_default_permissions: idsOf(getRecord(config, 'rbac.defaultPermissions.teamCreator')),
  team_member_default_permissions: idsOf(getRecord(config, 'rbac.defaultPermissions.teamMember')),
  user_default_permissions: idsOf(getRecord(config, 'rbac.defaultPermissions.signUp')),
  client_team_creation_enabled: get(config, 'teams.allowClientTeamCreation') === true,
  create_team_on_sign_up: get(config, 'teams.createPersonalTeamOnSignUp') === true,
});
