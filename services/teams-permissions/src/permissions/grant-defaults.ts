import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { byId } from './permission-order.ts';
import { systemPermissionIds } from './system-permissions.ts';

interface TeamDefaults {
  team_id: string;
  user_id: string;
  setting: 'team_creator_default_permissions' | 'team_member_default_permissions';
}

/**
 * Ids of a setting that exist in that scope. The definitions stay locked until the grant is written, so that
 * none of them is removed in between.
 */
const defaultsOf = (setting: string, scope: 'team' | 'project'): string => `
  select d.id from permission_definitions d join project_settings s
    on s.project_id = d.project_id and s.branch_id = d.branch_id and d.id = any(s.${setting})
  where d.project_id = $1 and d.branch_id = $2 and d.scope = '${scope}'
  for share of d`;

const systemDefaultsOf = (setting: string): string => `
  select id from project_settings, unnest(${setting}) as id
  where project_id = $1 and branch_id = $2 and id = any($5::text[])`;

/** @returns the granted ids in the order of lists. */
export const grantTeamDefaults = async (
  tx: EntityManager,
  { team_id, user_id, setting }: TeamDefaults,
  { project_id, branch_id }: CallContext,
): Promise<string[]> => {
  const granted = await sql(tx).query<{ id: string }>(
    `with custom as (${defaultsOf(setting, 'team')}), system as (${systemDefaultsOf(setting)})
     insert into team_permission_grants (project_id, branch_id, team_id, user_id, permission_id)
     select $1, $2, $3, $4, id from (select id from custom union select id from system) as defaults
     on conflict do nothing
     returning permission_id as id`,
    [project_id, branch_id, team_id, user_id, systemPermissionIds],
  );
  return granted.sort(byId).map(({ id }) => id);
};

export const grantUserDefaults = async (
  tx: EntityManager,
  user_id: string,
  { project_id, branch_id }: CallContext,
): Promise<void> => {
  await sql(tx).execute(
    `with custom as (${defaultsOf('user_default_permissions', 'project')})
     insert into project_permission_grants (project_id, branch_id, user_id, permission_id)
     select $1, $2, $3, id from custom
     on conflict do nothing`,
    [project_id, branch_id, user_id],
  );
};
