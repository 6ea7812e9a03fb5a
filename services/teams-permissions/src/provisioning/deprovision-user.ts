import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emitAll } from '@portico/platform/events/outbox';
import type { DeprovisionUserRequest, UserDeprovisioned } from '@portico/proto/teams/v1/provisioning';
import type { DataSource, EntityManager } from 'typeorm';
import { membershipDeleted } from '../memberships/membership.events.ts';

type Deps = { db: DataSource };

/** Also for a user never provisioned: the mark keeps it from becoming a member afterwards. */
const MARK = `insert into provisioned_users (project_id, branch_id, user_id, is_deprovisioned)
  values ($1, $2, $3, true)
  on conflict (project_id, branch_id, user_id) do update set is_deprovisioned = true`;

const LEAVE_TEAMS = `
  with gone as (
    delete from team_memberships where project_id = $1 and branch_id = $2 and user_id = $3
    returning team_id
  )
  select gone.team_id from gone
  join teams on teams.project_id = $1 and teams.branch_id = $2 and teams.id = gone.team_id
  order by teams.created_at_millis, teams.id`;

const DROP_GRANTS = `delete from project_permission_grants
  where project_id = $1 and branch_id = $2 and user_id = $3`;

/** The user leaves all teams, which stay even when they are empty now. */
export const removeUser = async (tx: EntityManager, user_id: string, call: CallContext): Promise<void> => {
  const subject = [call.project_id, call.branch_id, user_id];
  await sql(tx).execute(MARK, subject);
  const left = await sql(tx).query<{ team_id: string }>(LEAVE_TEAMS, subject);
  await sql(tx).execute(DROP_GRANTS, subject);
  await emitAll(
    tx,
    left.map(({ team_id }) => membershipDeleted({ team_id, user_id }, call)),
  );
};

export const deprovisionUser =
  ({ db }: Deps) =>
  async ({ user_id }: DeprovisionUserRequest, call: CallContext): Promise<UserDeprovisioned> => {
    await transaction(db, (tx) => removeUser(tx, user_id, call));
    return {};
  };
