import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { DeleteTeamRequest, TeamDeleted } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import { clearSelectedTeam, type ClearSelectedTeamDeps } from '../memberships/clear-selected-team.ts';
import { requireClientPermission } from '../permissions/require-permission.ts';
import { TeamEntity } from './team.entity.ts';
import { teamDeleted } from './team.events.ts';

type Deps = { db: DataSource } & ClearSelectedTeamDeps;

/** Memberships and their grants go with the team; only the team itself is told about. */
export const deleteTeam =
  (deps: Deps) =>
  async ({ team_id }: DeleteTeamRequest, call: CallContext): Promise<TeamDeleted> => {
    await requireClientPermission(deps.db, { team_id, permission_id: '$delete_team' }, call);
    await transaction(deps.db, async (tx) => {
      const { project_id, branch_id } = call;
      const { affected } = await tx.delete(TeamEntity, { project_id, branch_id, id: team_id });
      if (!affected) throw knownErrors.TEAM_NOT_FOUND({ team_id });
      await emit(tx, teamDeleted(team_id, call));
    });
    await clearSelectedTeam(deps, { team_id }, call);
    return {};
  };
