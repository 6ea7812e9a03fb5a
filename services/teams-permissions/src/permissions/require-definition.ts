import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { isSystemPermission } from './system-permissions.ts';

type Scope = 'team' | 'project';

const LOCK_DEFINITION = `select scope from permission_definitions
  where project_id = $1 and branch_id = $2 and id = $3 for share`;

/** The permission can be granted in that scope, and stays so until the transaction ends. */
export const requireDefinition = async (
  tx: EntityManager,
  { permission_id, expected_scope }: { permission_id: string; expected_scope: Scope },
  call: CallContext,
): Promise<void> => {
  if (expected_scope === 'team' && isSystemPermission(permission_id)) return;
  const values = [call.project_id, call.branch_id, permission_id];
  const [definition] = await sql(tx).query<{ scope: Scope }>(LOCK_DEFINITION, values);
  if (!definition) throw knownErrors.PERMISSION_NOT_FOUND({ permission_id });
  if (definition.scope !== expected_scope)
    throw knownErrors.WRONG_PERMISSION_SCOPE({
      permission_id,
      expected_scope,
      actual_scope: definition.scope,
    });
};
