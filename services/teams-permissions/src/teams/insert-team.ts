import type { CallContext } from '@portico/platform/call';
import { emit } from '@portico/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { insertMembership } from '../memberships/insert-membership.ts';
import { grantTeamDefaults } from '../permissions/grant-defaults.ts';
import { TeamEntity, type TeamRow } from './team.entity.ts';
import { teamCreated } from './team.events.ts';
import { toTeam } from './team.message.ts';

/** A new team, with its creator as the only member. Only the team itself is told about. */
export const insertTeam = async (
  tx: EntityManager,
  { row, creator_user_id }: { row: TeamRow; creator_user_id?: string },
  call: CallContext,
): Promise<void> => {
  await tx.insert(TeamEntity, row as never);
  if (creator_user_id !== undefined) {
    const membership = { team_id: row.id, user_id: creator_user_id };
    await insertMembership(tx, { ...membership, created_at_millis: row.created_at_millis }, call);
    await grantTeamDefaults(tx, { ...membership, setting: 'team_creator_default_permissions' }, call);
  }
  await emit(tx, teamCreated(toTeam(row), call));
};
