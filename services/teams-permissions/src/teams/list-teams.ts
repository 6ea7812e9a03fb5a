import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ListTeamsRequest, TeamList } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import { requireOwnUser } from '../permissions/require-own-user.ts';
import type { TeamRow } from './team.entity.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource };

const ALL = `select * from teams where project_id = $1 and branch_id = $2 order by created_at_millis, id`;

const OF_USER = `select teams.* from team_memberships m
  join teams on teams.project_id = $1 and teams.branch_id = $2 and teams.id = m.team_id
  where m.project_id = $1 and m.branch_id = $2 and m.user_id = $3
  order by teams.created_at_millis, teams.id`;

/** Oldest first. */
export const listTeams =
  ({ db }: Deps) =>
  async ({ user_id }: ListTeamsRequest, call: CallContext): Promise<TeamList> => {
    requireOwnUser(user_id, call);
    const tenant = [call.project_id, call.branch_id];
    const rows =
      user_id === undefined
        ? await sql(db).query<TeamRow>(ALL, tenant)
        : await sql(db).query<TeamRow>(OF_USER, [...tenant, user_id], { name: 'list_teams_of_user' });
    return { items: rows.map(toTeam) };
  };
