import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { TeamMembership } from '@portico/proto/teams/v1/memberships';
import type { EntityManager } from 'typeorm';

type NewMembership = TeamMembership & { created_at_millis: number };

/**
 * The lock on the user's row makes this wait for a deletion of the user that is under way, and then fail:
 * nobody becomes a member after having been deleted.
 */
const LOCK_USER = `select is_deprovisioned from provisioned_users
  where project_id = $1 and branch_id = $2 and user_id = $3 for share`;

const INSERT = `insert into team_memberships (project_id, branch_id, team_id, user_id, created_at_millis)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;

export const insertMembership = async (
  tx: EntityManager,
  { team_id, user_id, created_at_millis }: NewMembership,
  { project_id, branch_id }: CallContext,
): Promise<void> => {
  const [user] = await sql(tx).query<{ is_deprovisioned: boolean }>(LOCK_USER, [
    project_id,
    branch_id,
    user_id,
  ]);
  if (user?.is_deprovisioned) throw knownErrors.USER_NOT_FOUND();
  const values = [project_id, branch_id, team_id, user_id, created_at_millis];
  const inserted = await sql(tx).execute(INSERT, values);
  if (inserted === 0) throw knownErrors.TEAM_MEMBERSHIP_ALREADY_EXISTS();
};
