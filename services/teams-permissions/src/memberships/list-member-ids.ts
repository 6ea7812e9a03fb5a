import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ListMemberIdsRequest, MemberIds } from '@portico/proto/teams/v1/memberships';
import type { DataSource } from 'typeorm';

type Deps = { db: DataSource };

/** In the order of joining; empty for a team that does not exist. */
export const listMemberIds =
  ({ db }: Deps) =>
  async ({ team_id }: ListMemberIdsRequest, { project_id, branch_id }: CallContext): Promise<MemberIds> => {
    const rows = await sql(db).query<{ user_id: string }>(
      `select user_id from team_memberships where project_id = $1 and branch_id = $2 and team_id = $3
       order by created_at_millis, user_id`,
      [project_id, branch_id, team_id],
    );
    return { user_ids: rows.map((row) => row.user_id) };
  };
