import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { applyMask } from '@portico/platform/db/update-mask';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { Team, UpdateTeamRequest } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireClientPermission } from '../permissions/require-permission.ts';
import { TeamEntity } from './team.entity.ts';
import { teamUpdated } from './team.events.ts';
import { checkClientImage, storeTeamImage } from './team-image.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource; identity: Identity };

const CLIENT_FIELDS = ['display_name', 'profile_image_url', 'client_metadata'];
const SERVER_FIELDS = [...CLIENT_FIELDS, 'client_read_only_metadata', 'server_metadata'];

export const updateTeam =
  ({ db, identity }: Deps) =>
  async ({ team_id, team, update_mask }: UpdateTeamRequest, call: CallContext): Promise<Team> => {
    const where = { project_id: call.project_id, branch_id: call.branch_id, id: team_id };
    const image = update_mask.includes('profile_image_url') ? team?.profile_image_url : undefined;
    checkClientImage(image, call);
    await requireClientPermission(db, { team_id, permission_id: '$update_team' }, call);
    // Before the image is stored, not only in the transaction below.
    if (image !== undefined && !(await db.manager.existsBy(TeamEntity, where)))
      throw knownErrors.TEAM_NOT_FOUND({ team_id });
    const profile_image_url = (await storeTeamImage(identity, image, call)) ?? undefined;
    const allowed = call.access_type === 'client' ? CLIENT_FIELDS : SERVER_FIELDS;
    return transaction(db, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await tx.findOne(TeamEntity, { where, lock });
      if (!row) throw knownErrors.TEAM_NOT_FOUND({ team_id });
      const changed = applyMask(row, { ...team, profile_image_url }, update_mask, allowed);
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map((field) => [field, row[field]]));
        await tx.update(TeamEntity, where, changes);
      }
      const updated = toTeam(row);
      await emit(tx, teamUpdated(updated, call));
      return updated;
    });
  };
