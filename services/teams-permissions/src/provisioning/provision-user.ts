import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql, transaction } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import type { ProvisionUserRequest, UserProvisioned } from '@portico/proto/teams/v1/provisioning';
import type { DataSource, EntityManager } from 'typeorm';
import { grantUserDefaults } from '../permissions/grant-defaults.ts';
import { insertTeam } from '../teams/insert-team.ts';
import { personalTeamName } from './personal-team-name.ts';

type Deps = { db: DataSource; clock: Clock };

interface ProvisionedUser {
  personal_team_id: string | null;
}

/** The second of two parallel calls waits here for the first. */
const INSERT = `insert into provisioned_users (project_id, branch_id, user_id) values ($1, $2, $3)
  on conflict do nothing returning user_id`;

const SELECT = `select personal_team_id from provisioned_users
  where project_id = $1 and branch_id = $2 and user_id = $3`;

const WANTS_TEAM = `select create_team_on_sign_up from project_settings where project_id = $1 and branch_id = $2`;

const KEEP_TEAM = `update provisioned_users set personal_team_id = $4
  where project_id = $1 and branch_id = $2 and user_id = $3`;

const createPersonalTeam = async (
  tx: EntityManager,
  { req, now }: { req: ProvisionUserRequest; now: number },
  call: CallContext,
): Promise<string> => {
  const { project_id, branch_id } = call;
  const row = {
    project_id,
    branch_id,
    id: newUuid(),
    display_name: personalTeamName(req),
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    server_metadata: null,
    created_at_millis: now,
  };
  await insertTeam(tx, { row, creator_user_id: req.user_id }, call);
  await sql(tx).execute(KEEP_TEAM, [project_id, branch_id, req.user_id, row.id]);
  return row.id;
};

/** Happens once for a user, however often it is asked for; later calls answer with the same team. */
export const provisionUser =
  ({ db, clock }: Deps) =>
  (req: ProvisionUserRequest, call: CallContext): Promise<UserProvisioned> =>
    transaction(db, async (tx) => {
      const tenant = [call.project_id, call.branch_id];
      const subject = [...tenant, req.user_id];
      const inserted = await sql(tx).query(INSERT, subject);
      if (inserted.length === 0) {
        const [known] = await sql(tx).query<ProvisionedUser>(SELECT, subject);
        return { personal_team_id: known?.personal_team_id ?? undefined };
      }
      await grantUserDefaults(tx, req.user_id, call);
      const [settings] = await sql(tx).query<{ create_team_on_sign_up: boolean }>(WANTS_TEAM, tenant);
      if (!settings?.create_team_on_sign_up) return {};
      return { personal_team_id: await createPersonalTeam(tx, { req, now: clock.now() }, call) };
    });
