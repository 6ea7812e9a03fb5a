import type { Team } from '@portico/proto/teams/v1/teams';
import type { TeamRow } from './team.entity.ts';

type Complete<M> = { [K in keyof Required<M>]: M[K] };

export const toTeam = (row: TeamRow): Complete<Team> => ({
  id: row.id,
  display_name: row.display_name,
  profile_image_url: row.profile_image_url ?? undefined,
  client_metadata: row.client_metadata ?? undefined,
  client_read_only_metadata: row.client_read_only_metadata ?? undefined,
  server_metadata: row.server_metadata ?? undefined,
  created_at_millis: Number(row.created_at_millis),
});
