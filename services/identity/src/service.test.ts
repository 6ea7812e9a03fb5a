import { systemCall } from '@portico/platform/call';
import { unavailable } from '@portico/platform/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness } from './testing/harness.ts';

let identity: Harness;
let teamsAway = false;

beforeAll(async () => {
  identity = await startIdentity('service', {
    wrap: (neighbours) => {
      const { provisioning } = neighbours.teams;
      const wrapped = {
        ...provisioning,
        applyProjectSettings: async (...all: Parameters<typeof provisioning.applyProjectSettings>) => {
          if (teamsAway) throw unavailable();
          return provisioning.applyProjectSettings(...all);
        },
        removeProject: async (...all: Parameters<typeof provisioning.removeProject>) => {
          if (teamsAway) throw unavailable();
          return provisioning.removeProject(...all);
        },
      };
      return { ...neighbours, teams: { ...neighbours.teams, provisioning: wrapped } };
    },
  });
  for (const service of [...identity.neighbours.services, identity.service]) await service.start();
});
afterAll(() => identity?.stop());

describe('events make up for what a neighbour missed', () => {
  it('settings that could not be handed over', async () => {
    const project = await identity.newProject();
    teamsAway = true;
    const override = JSON.stringify({ 'rbac.permissions.editor': { scope: 'team' } });
    await expect(
      identity.config.overrideConfig({ config_override_string: override }, project.admin),
    ).rejects.toMatchObject({ status: 503 });
    teamsAway = false;
    const definitions = async () => {
      const { items } = await identity.teams.permissions.listPermissionDefinitions(
        { scope: 'team' },
        project.server,
      );
      return items.map((definition) => definition.id);
    };
    await expect.poll(definitions, { timeout: 5000 }).toContain('editor');
  });

  it('the removal of a project', async () => {
    const project = await identity.newProject({ create_team_on_sign_up: true });
    const user = await project.createUser({ primary_email: 'a@example.com' });
    teamsAway = true;
    await identity.projects.deleteProject({}, project.admin);
    teamsAway = false;
    const teams = async () =>
      (await identity.teams.teams.listTeams({ user_id: user.id }, project.server)).items;
    await expect.poll(teams, { timeout: 5000 }).toEqual([]);
    const exists = async () =>
      (await identity.users.userExists({ user_id: user.id }, systemCall(project.id))).exists;
    await expect.poll(exists, { timeout: 5000 }).toBe(false);
  });
});
