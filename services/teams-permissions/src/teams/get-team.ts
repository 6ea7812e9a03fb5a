import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { GetTeamRequest, Team } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { TeamRow } from './team.entity.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource };

const SELECT = `select teams.* from teams
  where teams.project_id = $1 and teams.branch_id = $2 and teams.id = $3`;

const SELECT_OF_MEMBER = `${SELECT} and exists (
  select 1 from team_memberships m
  where m.project_id = $1 and m.branch_id = $2 and m.team_id = $3 and m.user_id = $4)`;

/** To a client, a team it is no member of looks like a missing one. One statement. */
export const getTeam =
  ({ db }: Deps) =>
  async ({ team_id }: GetTeamRequest, call: CallContext): Promise<Team> => {
    const values = [call.project_id, call.branch_id, team_id];
    if (call.access_type !== 'client') {
      const [team] = await sql(db).query<TeamRow>(SELECT, values, { name: 'get_team' });
      if (!team) throw knownErrors.TEAM_NOT_FOUND({ team_id });
      return toTeam(team);
    }
    const { user_id } = call;
    if (user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    const named = { name: 'get_team_of_member' };
    const [team] = await sql(db).query<TeamRow>(SELECT_OF_MEMBER, [...values, user_id], named);
    if (!team) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND({ team_id, user_id });
    return toTeam(team);
  };
