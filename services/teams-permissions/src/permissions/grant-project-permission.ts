import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { ProjectPermission } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireUser } from '../memberships/require-user.ts';
import { projectPermissionCreated } from './permission.events.ts';
import { requireDefinition } from './require-definition.ts';

type Deps = { db: DataSource; identity: Identity };

const LOCK_USER = `select is_deprovisioned from provisioned_users
  where project_id = $1 and branch_id = $2 and user_id = $3 for share`;

const INSERT = `insert into project_permission_grants (project_id, branch_id, user_id, permission_id)
  values ($1, $2, $3, $4) on conflict do nothing`;

/** Granting again succeeds and is told again. */
export const grantProjectPermission =
  ({ db, identity }: Deps) =>
  async ({ id, user_id }: ProjectPermission, call: CallContext): Promise<ProjectPermission> => {
    await requireUser({ db, identity }, user_id, call);
    await transaction(db, async (tx) => {
      await requireDefinition(tx, { permission_id: id, expected_scope: 'project' }, call);
      const subject = [call.project_id, call.branch_id, user_id];
      const [user] = await sql(tx).query<{ is_deprovisioned: boolean }>(LOCK_USER, subject);
      if (user?.is_deprovisioned) throw knownErrors.USER_NOT_FOUND();
      await sql(tx).execute(INSERT, [...subject, id]);
      await emit(tx, projectPermissionCreated({ id, user_id }, call));
    });
    return { id, user_id };
  };
