import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { GetTeamsByIdsRequest, TeamList } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { TeamRow } from './team.entity.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource };

/** One statement, however many ids. */
export const getTeamsByIds =
  ({ db }: Deps) =>
  async ({ team_ids }: GetTeamsByIdsRequest, { project_id, branch_id }: CallContext): Promise<TeamList> => {
    if (team_ids.length === 0) return { items: [] };
    const rows = await sql(db).query<TeamRow>(
      'select * from teams where project_id = $1 and branch_id = $2 and id = any($3::uuid[])',
      [project_id, branch_id, team_ids],
      { name: 'get_teams_by_ids' },
    );
    return { items: rows.map(toTeam) };
  };
