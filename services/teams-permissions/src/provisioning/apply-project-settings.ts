import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import type { PermissionDefinition } from '@portico/proto/teams/v1/permissions';
import type { ProjectSettings, ProjectSettingsApplied } from '@portico/proto/teams/v1/provisioning';
import type { DataSource, EntityManager } from 'typeorm';
import { isSystemPermission } from '../permissions/system-permissions.ts';

type Deps = { db: DataSource };

const UPSERT_SETTINGS = `
  insert into project_settings as s (project_id, branch_id, version,
    team_creator_default_permissions, team_member_default_permissions, user_default_permissions,
    client_team_creation_enabled, create_team_on_sign_up)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (project_id, branch_id) do update set
    version = excluded.version,
    team_creator_default_permissions = excluded.team_creator_default_permissions,
    team_member_default_permissions = excluded.team_member_default_permissions,
    user_default_permissions = excluded.user_default_permissions,
    client_team_creation_enabled = excluded.client_team_creation_enabled,
    create_team_on_sign_up = excluded.create_team_on_sign_up
  where s.version < excluded.version
  returning version`;

/** A definition that changes its scope is another one: its grants go as well. */
const DELETE_VANISHED = `
  delete from permission_definitions d
  where d.project_id = $1 and d.branch_id = $2
    and not exists (select 1 from unnest($3::text[], $4::text[]) as kept(id, scope)
                    where kept.id = d.id and kept.scope = d.scope)`;

const UPSERT_DEFINITIONS = `
  insert into permission_definitions as d
    (project_id, branch_id, id, scope, description, contained_permission_ids)
  select $1, $2, given.id, given.scope, given.description, given.contained_permission_ids
  from json_to_recordset($3::json)
    as given(id text, scope text, description text, contained_permission_ids text[])
  on conflict (project_id, branch_id, id) do update set
    description = excluded.description, contained_permission_ids = excluded.contained_permission_ids
  where d.description is distinct from excluded.description
     or d.contained_permission_ids <> excluded.contained_permission_ids`;

const dropUndefined = (table: string, scope: string): string => `
  delete from ${table} g
  where g.project_id = $1 and g.branch_id = $2 and g.permission_id not like '$%'
    and not exists (select 1 from permission_definitions d
                    where d.project_id = $1 and d.branch_id = $2 and d.scope = '${scope}'
                      and d.id = g.permission_id)`;

/** Keeps of the contained ids those that mean something in the scope. */
const withExistingContents = (definitions: readonly PermissionDefinition[]): PermissionDefinition[] => {
  const scopes = new Map(definitions.map(({ id, scope }) => [id, scope]));
  const exists = (id: string, scope: string) =>
    scopes.get(id) === scope || (scope === 'team' && isSystemPermission(id));
  return definitions.map((definition) => ({
    ...definition,
    contained_permission_ids: [...new Set(definition.contained_permission_ids)].filter((id) =>
      exists(id, definition.scope),
    ),
  }));
};

const applyDefinitions = async (
  tx: EntityManager,
  definitions: PermissionDefinition[],
  tenant: string[],
): Promise<void> => {
  const kept = [definitions.map(({ id }) => id), definitions.map(({ scope }) => scope)];
  const vanished = await sql(tx).execute(DELETE_VANISHED, [...tenant, ...kept]);
  await sql(tx).execute(UPSERT_DEFINITIONS, [...tenant, JSON.stringify(definitions)]);
  if (vanished === 0) return;
  await sql(tx).execute(dropUndefined('team_permission_grants', 'team'), tenant);
  await sql(tx).execute(dropUndefined('project_permission_grants', 'project'), tenant);
};

/** Whatever comes late or again changes nothing: only a newer version than the stored one is taken. */
export const writeSettings = async (
  tx: EntityManager,
  settings: ProjectSettings,
  { project_id, branch_id }: CallContext,
): Promise<void> => {
  const taken = await sql(tx).query(UPSERT_SETTINGS, [
    project_id,
    branch_id,
    settings.version,
    settings.team_creator_default_permissions,
    settings.team_member_default_permissions,
    settings.user_default_permissions,
    settings.client_team_creation_enabled,
    settings.create_team_on_sign_up,
  ]);
  if (taken.length === 0) return;
  await applyDefinitions(tx, withExistingContents(settings.permissions), [project_id, branch_id]);
};

export const applyProjectSettings =
  ({ db }: Deps) =>
  async (settings: ProjectSettings, call: CallContext): Promise<ProjectSettingsApplied> => {
    await transaction(db, (tx) => writeSettings(tx, settings, call));
    return {};
  };
