import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql, transaction } from '@portico/platform/db/sql';
import { emitAll } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { TeamMembership } from '@portico/proto/teams/v1/memberships';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { grantTeamDefaults } from '../permissions/grant-defaults.ts';
import { teamPermissionCreated } from '../permissions/permission.events.ts';
import { insertMembership } from './insert-membership.ts';
import { membershipCreated } from './membership.events.ts';
import { requireUser } from './require-user.ts';

type Deps = { db: DataSource; clock: Clock; identity: Identity };

/** Held until the membership is written, so that the team cannot go away in between. */
const LOCK_TEAM = `select 1 from teams where project_id = $1 and branch_id = $2 and id = $3 for key share`;

/** Parallel requests for one user end in one membership; the others are told that it exists. */
export const addMember =
  ({ db, clock, identity }: Deps) =>
  async ({ team_id, user_id }: TeamMembership, call: CallContext): Promise<TeamMembership> => {
    const membership = { team_id, user_id };
    await requireUser({ db, identity }, user_id, call);
    await transaction(db, async (tx) => {
      const [team] = await sql(tx).query(LOCK_TEAM, [call.project_id, call.branch_id, team_id]);
      if (!team) throw knownErrors.TEAM_NOT_FOUND({ team_id });
      await insertMembership(tx, { ...membership, created_at_millis: clock.now() }, call);
      const setting = 'team_member_default_permissions' as const;
      const granted = await grantTeamDefaults(tx, { ...membership, setting }, call);
      await emitAll(tx, [
        membershipCreated(membership, call),
        ...granted.map((id) => teamPermissionCreated({ id, ...membership }, call)),
      ]);
    });
    return membership;
  };
