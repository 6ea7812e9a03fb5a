import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { tenant, type IdentityDeps } from '../deps.ts';
import type { UserRow } from './select-user.ts';

type Provisioned = Pick<UserRow, 'id' | 'display_name' | 'primary_email'>;
type Deps = Pick<IdentityDeps, 'db' | 'teams' | 'clock'>;

/**
 * Asks the teams service for what every new user has: default permissions and maybe a team of its
 * own, which becomes the selected one. May be repeated.
 */
export const provisionUser =
  ({ db, teams, clock }: Deps) =>
  async (call: CallContext, user: Provisioned): Promise<void> => {
    const system = systemCall(...tenant(call));
    const { personal_team_id } = await teams.provisioning.provisionUser(
      {
        user_id: user.id,
        display_name: user.display_name ?? undefined,
        primary_email: user.primary_email ?? undefined,
      },
      system,
    );
    const updated = await sql(db).execute(
      `update users
       set provisioned_at_millis = $4, selected_team_id = coalesce(selected_team_id, $5)
       where project_id = $1 and branch_id = $2 and id = $3 and provisioned_at_millis is null`,
      [...tenant(call), user.id, clock.now(), personal_team_id ?? null],
    );
    if (updated > 0) return;
    const rows = await sql(db).query(
      'select 1 from users where project_id = $1 and branch_id = $2 and id = $3',
      [...tenant(call), user.id],
    );
    // Deleted in between: what was just made for the user has nobody left to belong to.
    if (rows.length === 0) await teams.provisioning.deprovisionUser({ user_id: user.id }, system);
  };

/** The same right after creation: the account exists by now, so a failure is left to the retry job. */
export const tryProvisionUser =
  (deps: Deps & Pick<IdentityDeps, 'log'>) =>
  async (call: CallContext, user: Provisioned): Promise<void> => {
    try {
      await provisionUser(deps)(call, user);
    } catch (err) {
      const { project_id } = call;
      deps.log.warn({ err, project_id, user_id: user.id }, 'provisioning will be tried again');
    }
  };
