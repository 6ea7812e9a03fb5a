import type { CallContext } from '@portico/platform/call';
import { createRowGatherer } from '@portico/platform/db/gather-rows';
import type { GetTeamsByIdsRequest, TeamList } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { TeamRow } from './team.entity.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource };

type Place = readonly [project_id: string, branch_id: string, id: string];

/** `limit` keeps the planner from reading the whole table while that has few rows. */
const SELECT = `
  select place.position, team.*
  from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as place (project_id, branch_id, id, position)
  cross join lateral (
    select * from teams t
    where t.project_id = place.project_id and t.branch_id = place.branch_id and t.id = place.id limit 1
  ) as team`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One statement, however many ids, also those of other calls that come at the same time. */
export const getTeamsByIds = ({ db }: Deps) => {
  const findTeam = createRowGatherer<Place, TeamRow>({ db, text: SELECT, name: 'find_teams', columns: 3 });
  return async ({ team_ids }: GetTeamsByIdsRequest, call: CallContext): Promise<TeamList> => {
    const { project_id, branch_id } = call;
    const ids = team_ids.filter((id) => UUID.test(id));
    const rows = await Promise.all(ids.map((id) => findTeam([project_id, branch_id, id])));
    return { items: rows.filter((row) => row !== undefined).map(toTeam) };
  };
};
