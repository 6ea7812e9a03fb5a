import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { TeamPermission } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireMembership } from '../memberships/require-membership.ts';
import { teamPermissionCreated } from './permission.events.ts';
import { requireDefinition } from './require-definition.ts';

type Deps = { db: DataSource; identity: Identity };

/** Inserts only while the membership is there. */
const INSERT = `
  with membership as (
    select 1 from team_memberships
    where project_id = $1 and branch_id = $2 and team_id = $3 and user_id = $4 for key share
  ), granted as (
    insert into team_permission_grants (project_id, branch_id, team_id, user_id, permission_id)
    select $1, $2, $3, $4, $5 from membership on conflict do nothing
  )
  select 1 from membership`;

/** Granting again succeeds and is told again. */
export const grantTeamPermission =
  ({ db, identity }: Deps) =>
  async ({ id, team_id, user_id }: TeamPermission, call: CallContext): Promise<TeamPermission> => {
    const permission = { id, team_id, user_id };
    await requireMembership({ db, identity }, { team_id, user_id }, call);
    await transaction(db, async (tx) => {
      await requireDefinition(tx, { permission_id: id, expected_scope: 'team' }, call);
      const values = [call.project_id, call.branch_id, team_id, user_id, id];
      const [membership] = await sql(tx).query(INSERT, values);
      if (!membership) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND({ team_id, user_id });
      await emit(tx, teamPermissionCreated(permission, call));
    });
    return permission;
  };
