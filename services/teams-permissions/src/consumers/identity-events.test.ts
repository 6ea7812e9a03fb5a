import { newUuid } from '@portico/platform/ids';
import { Event } from '@portico/proto/events/v1/event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTeamsPermissions, type TestProject } from '../testing/harness.ts';

let app: Awaited<ReturnType<typeof startTeamsPermissions>>;

beforeAll(async () => {
  app = await startTeamsPermissions('identity_events');
  await app.service.start();
});
afterAll(() => app.stop());

const publish = (project: TestProject, event: Partial<Event>) =>
  app.bus.publish('portico.identity', [
    Event.fromPartial({
      id: newUuid(),
      project_id: project.system.project_id,
      branch_id: 'main',
      occurred_at_millis: Date.now(),
      ...event,
    }),
  ]);

it('user.deleted ends what the call to deprovision did not', async () => {
  const project = await app.newProject();
  const user_id = await project.newUser();
  await project.newTeam(user_id);
  await publish(project, { type: 'user.deleted', subject: user_id });
  expect((await app.teams.listTeams({ user_id }, project.system)).items).toEqual([]);
});

it('project.settings_changed is applied when it is newer than what is there', async () => {
  const project = await app.newProject();
  const settings = (version: number, id: string) => ({
    version,
    permissions: [{ id, scope: 'project', contained_permission_ids: [] }],
    team_creator_default_permissions: [],
    team_member_default_permissions: [],
    user_default_permissions: [],
    client_team_creation_enabled: false,
    create_team_on_sign_up: false,
  });
  const type = 'project.settings_changed';
  await publish(project, { type, subject: project.system.project_id, project_settings: settings(3, 'new') });
  await publish(project, { type, subject: project.system.project_id, project_settings: settings(2, 'old') });
  const { items } = await app.permissions.listPermissionDefinitions({ scope: 'project' }, project.system);
  expect(items.map(({ id }) => id)).toEqual(['new']);
});

it('project.deleted removes the project', async () => {
  const project = await app.newProject();
  await project.newTeam();
  await publish(project, { type: 'project.deleted', subject: project.system.project_id });
  expect((await app.teams.listTeams({}, project.system)).items).toEqual([]);
});
