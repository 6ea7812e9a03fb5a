import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type {
  ListProjectPermissionsRequest,
  ListTeamPermissionsRequest,
  ProjectPermission,
  TeamPermission,
} from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';

/** A where clause under construction: `add` appends a condition, given the placeholder of its value. */
const createConditions = (call: CallContext) => {
  const values: unknown[] = [call.project_id, call.branch_id];
  const conditions = ['g.project_id = $1', 'g.branch_id = $2'];
  const add = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${column} = $${values.length}`);
  };
  return { values, add, toText: () => conditions.join(' and ') };
};

/**
 * What the grants of `seed` contain, directly or through others. `union` keeps each row once, which ends cycles.
 * Contained ids are cleaned when definitions are written, so every one of them exists in the scope.
 */
const closure = (scope: 'team' | 'project', holder: string, seed: string): string => `
  with recursive held as (
    ${seed}
    union
    select ${holder}, contained.id from held
    join permission_definitions d
      on d.project_id = $1 and d.branch_id = $2 and d.scope = '${scope}' and d.id = held.id
    cross join lateral unnest(d.contained_permission_ids) as contained(id)
  )
  select ${holder}, held.id from held`;

const TEAM_SEED = 'select g.team_id, g.user_id, g.permission_id as id from team_permission_grants g where';
const PROJECT_SEED = 'select g.user_id, g.permission_id as id from project_permission_grants g where';

/** One statement, recursive or not. */
export const heldTeamPermissions = async (
  db: DataSource,
  req: ListTeamPermissionsRequest,
  call: CallContext,
): Promise<TeamPermission[]> => {
  const where = createConditions(call);
  where.add('g.team_id', req.team_id);
  where.add('g.user_id', req.user_id);
  const seed = `${TEAM_SEED} ${where.toText()}`;
  const text = req.recursive ? closure('team', 'held.team_id, held.user_id', seed) : seed;
  if (req.permission_id === undefined) return sql(db).query<TeamPermission>(text, where.values);
  where.values.push(req.permission_id);
  return sql(db).query<TeamPermission>(
    `select * from (${text}) as found where id = $${where.values.length}`,
    where.values,
  );
};

/** One statement, recursive or not. */
export const heldProjectPermissions = async (
  db: DataSource,
  req: ListProjectPermissionsRequest,
  call: CallContext,
): Promise<ProjectPermission[]> => {
  const where = createConditions(call);
  where.add('g.user_id', req.user_id);
  const seed = `${PROJECT_SEED} ${where.toText()}`;
  const text = req.recursive ? closure('project', 'held.user_id', seed) : seed;
  if (req.permission_id === undefined) return sql(db).query<ProjectPermission>(text, where.values);
  where.values.push(req.permission_id);
  return sql(db).query<ProjectPermission>(
    `select * from (${text}) as found where id = $${where.values.length}`,
    where.values,
  );
};

/** Membership and permission of one user in one team, for the checks of other requests. */
export const CHECK_TEAM_PERMISSION = `
  select
    exists (select 1 from team_memberships m
      where m.project_id = $1 and m.branch_id = $2 and m.team_id = $3 and m.user_id = $4) as is_member,
    exists (select 1 from (${closure(
      'team',
      'held.team_id, held.user_id',
      `${TEAM_SEED} g.project_id = $1 and g.branch_id = $2 and g.team_id = $3 and g.user_id = $4`,
    )}) as found where found.id = $5) as is_permitted`;
