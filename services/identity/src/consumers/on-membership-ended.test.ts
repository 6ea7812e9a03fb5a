import { newUuid } from '@portico/platform/ids';
import { Event } from '@portico/proto/events/v1/event';
import { CreateTeamRequest } from '@portico/proto/teams/v1/teams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startIdentity } from '../testing/harness.ts';
import { onMembershipDeleted, onTeamDeleted } from './on-membership-ended.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  app = await startIdentity('membership_ended');
});
afterAll(() => app.stop());

/** A user who has a team selected, as it is when the call to clear the selection was lost. */
const selectTeam = async (is_member: boolean) => {
  const project = await app.newProject();
  const { id: user_id } = await project.createUser();
  const request = CreateTeamRequest.fromPartial({
    display_name: 'Lumen',
    creator_user_id: is_member ? user_id : undefined,
  });
  const { id: team_id } = await app.teams.teams.createTeam(request, project.server);
  await app.db.query('update users set selected_team_id = $1 where project_id = $2', [team_id, project.id]);
  const selected = async () => (await project.getUser(user_id)).selected_team_id;
  const event = (fields: Partial<Event>) =>
    Event.fromPartial({
      id: newUuid(),
      project_id: project.id,
      branch_id: 'main',
      subject: team_id,
      ...fields,
    });
  return { event, selected, team_id, team_membership: { team_id, user_id } };
};

it('team.deleted clears the selection of everybody', async () => {
  const { event, selected, team_id } = await selectTeam(true);
  expect(await selected()).toBe(team_id);
  await onTeamDeleted(app)(event({ type: 'team.deleted' }));
  expect(await selected()).toBeUndefined();
});

it('team_membership.deleted clears the selection of the one who left', async () => {
  const { event, selected, team_membership } = await selectTeam(false);
  await onMembershipDeleted(app)(event({ type: 'team_membership.deleted', team_membership }));
  expect(await selected()).toBeUndefined();
});

it('team_membership.deleted leaves the selection of somebody who has come back', async () => {
  const { event, selected, team_id, team_membership } = await selectTeam(true);
  await onMembershipDeleted(app)(event({ type: 'team_membership.deleted', team_membership }));
  expect(await selected()).toBe(team_id);
});
