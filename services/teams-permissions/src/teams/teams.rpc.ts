import type { Clock } from '@portico/platform/clock';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { Log } from '@portico/platform/log';
import type { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { getTeam } from './get-team.ts';
import { getTeamsByIds } from './get-teams-by-ids.ts';
import { listTeams } from './list-teams.ts';
import { updateTeam } from './update-team.ts';

type Deps = { db: DataSource; clock: Clock; identity: Identity; log: Log };

export const teamsRpcs = (deps: Deps): Rpcs<TeamsServiceDefinition> => ({
  createTeam: createTeam(deps),
  getTeam: getTeam(deps),
  getTeamsByIds: getTeamsByIds(deps),
  listTeams: listTeams(deps),
  updateTeam: updateTeam(deps),
  deleteTeam: deleteTeam(deps),
});
