import { sql, transaction } from '@portico/platform/db/sql';
import type { CallContext } from '@portico/platform/call';
import type { ProjectRemoved, RemoveProjectRequest } from '@portico/proto/teams/v1/provisioning';
import type { DataSource, EntityManager } from 'typeorm';

type Deps = { db: DataSource };

/** Memberships and team grants go with the teams. */
const TABLES = [
  'teams',
  'project_permission_grants',
  'permission_definitions',
  'provisioned_users',
  'project_settings',
];

/** Every branch of the project, untold: the deletion of the project says it all. */
export const eraseProject = async (tx: EntityManager, project_id: string): Promise<void> => {
  for (const table of TABLES)
    await sql(tx).execute(`delete from ${table} where project_id = $1`, [project_id]);
};

export const removeProject =
  ({ db }: Deps) =>
  async (_req: RemoveProjectRequest, { project_id }: CallContext): Promise<ProjectRemoved> => {
    await transaction(db, (tx) => eraseProject(tx, project_id));
    return {};
  };
