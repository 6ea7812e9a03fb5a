import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ClearSelectedTeamRequest, ClearSelectedTeamResponse } from '@portico/proto/identity/v1/users';
import { tenant, type IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';

export const clearSelectedTeam =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (
    { team_id, user_id }: ClearSelectedTeamRequest,
    call: CallContext,
  ): Promise<ClearSelectedTeamResponse> => {
    if (!isUuid(team_id) || (user_id !== undefined && !isUuid(user_id))) return {};
    await sql(db).execute(
      `update users set selected_team_id = null
       where project_id = $1 and branch_id = $2 and selected_team_id = $3 and ($4::uuid is null or id = $4)`,
      [...tenant(call), team_id, user_id ?? null],
    );
    return {};
  };
