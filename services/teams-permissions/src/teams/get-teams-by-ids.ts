import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { createGatherer } from '@portico/platform/gather';
import type { GetTeamsByIdsRequest, TeamList } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { TeamRow } from './team.entity.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource };

type Place = Pick<TeamRow, 'project_id' | 'branch_id' | 'id'>;

/** `limit` keeps the planner from reading the whole table while that has few rows. */
const SELECT = `
  select place.position, team.*
  from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as place (project_id, branch_id, id, position)
  cross join lateral (
    select * from teams t
    where t.project_id = place.project_id and t.branch_id = place.branch_id and t.id = place.id limit 1
  ) as team`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const findTeams = async (db: DataSource, places: readonly Place[]): Promise<(TeamRow | undefined)[]> => {
  const columns = (['project_id', 'branch_id', 'id'] as const).map((name) =>
    places.map((place) => place[name]),
  );
  const rows = await sql(db).query<TeamRow & { position: number }>(SELECT, columns, { name: 'find_teams' });
  const found: (TeamRow | undefined)[] = places.map(() => undefined);
  for (const row of rows) found[row.position - 1] = row;
  return found;
};

/** One statement, however many ids, also those of other calls that come at the same time. */
export const getTeamsByIds = ({ db }: Deps) => {
  const findTeam = createGatherer({ answer: (places: readonly Place[]) => findTeams(db, places) });
  return async ({ team_ids }: GetTeamsByIdsRequest, call: CallContext): Promise<TeamList> => {
    const { project_id, branch_id } = call;
    const ids = team_ids.filter((id) => UUID.test(id));
    const rows = await Promise.all(ids.map((id) => findTeam({ project_id, branch_id, id })));
    return { items: rows.filter((row) => row !== undefined).map(toTeam) };
  };
};
