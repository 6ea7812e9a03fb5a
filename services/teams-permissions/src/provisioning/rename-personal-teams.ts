import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { PersonalTeamsRenamed, RenamePersonalTeamsRequest } from '@portico/proto/teams/v1/provisioning';
import type { DataSource } from 'typeorm';
import { personalTeamName, UNNAMED } from './personal-team-name.ts';

type Deps = { db: DataSource };

/** A team that somebody has renamed is left alone. Nobody is told. */
export const renamePersonalTeams =
  ({ db }: Deps) =>
  async (
    req: RenamePersonalTeamsRequest,
    { project_id, branch_id }: CallContext,
  ): Promise<PersonalTeamsRenamed> => {
    const name = personalTeamName(req);
    if (name === UNNAMED) return {};
    await sql(db).execute(
      `update teams set display_name = $4
       from team_memberships m
       where teams.project_id = $1 and teams.branch_id = $2 and teams.display_name = $5
         and m.project_id = $1 and m.branch_id = $2 and m.user_id = $3 and m.team_id = teams.id`,
      [project_id, branch_id, req.user_id, name, UNNAMED],
    );
    return {};
  };
