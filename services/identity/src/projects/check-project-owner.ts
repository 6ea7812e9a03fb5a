import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { CheckProjectOwnerRequest, ProjectOwnership } from '@portico/proto/identity/v1/projects';
import type { Complete, IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';
import { INTERNAL_PROJECT } from './internal-project.ts';

interface Row {
  owner_team_id: string | null;
  user_exists: boolean;
  session_exists: boolean;
  revoked_at_millis: number | null;
}

const SELECT = `
  select p.owner_team_id, s.revoked_at_millis, s.id is not null as session_exists,
    exists (
      select 1 from users u where u.project_id = $2 and u.branch_id = 'main' and u.id = $3
    ) as user_exists
  from (select 1) as always
  left join projects p on p.project_id = $1
  left join sessions s
    on s.project_id = $2 and s.branch_id = 'main' and s.id = $4 and s.user_id = $3`;

/** One statement here and one where memberships live. */
export const checkProjectOwner =
  ({ db, teams, clock }: Pick<IdentityDeps, 'db' | 'teams' | 'clock'>) =>
  async (request: CheckProjectOwnerRequest, call: CallContext): Promise<Complete<ProjectOwnership>> => {
    const { user_id, session_id } = request;
    if (!isUuid(user_id) || !isUuid(session_id)) {
      return { user_exists: false, is_owner: false, revoked_at_millis: undefined };
    }
    const [row] = await sql(db).query<Row>(SELECT, [call.project_id, INTERNAL_PROJECT, user_id, session_id], {
      name: 'check_project_owner',
    });
    const user_exists = row?.user_exists ?? false;
    const unknown_since = row?.session_exists ? undefined : clock.now();
    const team_id = row?.owner_team_id;
    const membership = { team_id: team_id ?? '', user_id };
    const { is_member } =
      user_exists && team_id
        ? await teams.memberships.checkMembership(membership, systemCall(INTERNAL_PROJECT))
        : { is_member: false };
    return {
      user_exists,
      is_owner: is_member,
      revoked_at_millis: user_exists ? (row?.revoked_at_millis ?? unknown_since) : undefined,
    };
  };
