import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type {
  ListPermissionDefinitionsRequest,
  PermissionDefinition,
  PermissionDefinitionList,
} from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import { byId, compareIds } from './permission-order.ts';
import { systemPermissionDefinitions } from './system-permissions.ts';

type Deps = { db: DataSource };

type DefinitionRow = Omit<PermissionDefinition, 'description'> & { description: string | null };

const toDefinition = (row: DefinitionRow): PermissionDefinition => ({
  id: row.id,
  scope: row.scope,
  // An empty description counts as none.
  description: row.description || undefined,
  contained_permission_ids: row.contained_permission_ids.sort(compareIds),
});

/** The team list always has the system permissions, the project list never. */
export const listPermissionDefinitions =
  ({ db }: Deps) =>
  async (req: ListPermissionDefinitionsRequest, call: CallContext): Promise<PermissionDefinitionList> => {
    const rows = await sql(db).query<DefinitionRow>(
      `select id, scope, description, contained_permission_ids from permission_definitions
       where project_id = $1 and branch_id = $2 and scope = $3`,
      [call.project_id, call.branch_id, req.scope],
    );
    const system = req.scope === 'team' ? systemPermissionDefinitions : [];
    return { items: [...rows.map(toDefinition), ...system].sort(byId) };
  };
