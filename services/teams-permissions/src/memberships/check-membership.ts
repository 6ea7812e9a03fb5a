import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { MembershipChecked, TeamMembership } from '@portico/proto/teams/v1/memberships';
import type { DataSource, EntityManager } from 'typeorm';

type Deps = { db: DataSource };

const EXISTS = `select exists (
  select 1 from team_memberships
  where project_id = $1 and branch_id = $2 and team_id = $3 and user_id = $4) as is_member`;

/** One statement. */
export const isMember = async (
  db: DataSource | EntityManager,
  { team_id, user_id }: TeamMembership,
  { project_id, branch_id }: CallContext,
): Promise<boolean> => {
  const values = [project_id, branch_id, team_id, user_id];
  const [row] = await sql(db).query<{ is_member: boolean }>(EXISTS, values, { name: 'is_member' });
  return row?.is_member ?? false;
};

export const checkMembership =
  ({ db }: Deps) =>
  async (req: TeamMembership, call: CallContext): Promise<MembershipChecked> => ({
    is_member: await isMember(db, req, call),
  });
