import { sql } from '@portico/platform/db/sql';
import { unavailable } from '@portico/platform/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;
let teamsAway = false;

beforeAll(async () => {
  identity = await startIdentity('write_config', {
    wrap: (neighbours) => ({
      ...neighbours,
      teams: {
        ...neighbours.teams,
        provisioning: {
          ...neighbours.teams.provisioning,
          applyProjectSettings: async (request, call) => {
            if (teamsAway) throw unavailable();
            return neighbours.teams.provisioning.applyProjectSettings(request, call);
          },
        },
      },
    }),
  });
  project = await identity.newProject();
});
afterAll(() => identity?.stop());

const override = (value: object, call = project.admin) =>
  identity.config.overrideConfig({ config_override_string: JSON.stringify(value) }, call);
const read = async (call = project.admin) =>
  JSON.parse((await identity.config.getConfig({}, call)).config_string);
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });

describe('overriding the configuration', () => {
  it('answers nothing, and is in force for the next request', async () => {
    expect(await override({ 'users.allowClientUserDeletion': true })).toEqual({});
    expect((await read()).users.allowClientUserDeletion).toBe(true);
    expect(
      (await identity.projects.getProject({}, project.server)).config?.client_user_deletion_enabled,
    ).toBe(true);
  });

  it('does nothing when the text is empty or absent', async () => {
    const before = await read();
    await identity.config.overrideConfig({ config_override_string: '' }, project.admin);
    await identity.config.overrideConfig({}, project.admin);
    expect(await read()).toEqual(before);
  });

  it('loses none of fifty writes at once', async () => {
    const own = await identity.newProject();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        override({ [`rbac.permissions.p${i}`]: { scope: 'project' } }, own.admin),
      ),
    );
    const { rbac } = await read(own.admin);
    expect(Object.keys(rbac.permissions)).toHaveLength(52);
  });

  it('hands permission definitions to the teams service before it answers', async () => {
    const own = await identity.newProject();
    await override(
      {
        'rbac.permissions.editor': {
          scope: 'team',
          description: 'Edits',
          containedPermissionIds: { $read_members: true, no: false },
        },
      },
      own.admin,
    );
    const { items } = await identity.teams.permissions.listPermissionDefinitions(
      { scope: 'team' },
      own.admin,
    );
    expect(items).toContainEqual({
      id: 'editor',
      scope: 'team',
      description: 'Edits',
      contained_permission_ids: ['$read_members'],
    });
    const events = await identity.events();
    const settings = events.findLast((event) => event.type === 'project.settings_changed')?.project_settings;
    expect(settings).toMatchObject({ version: 2, team_creator_default_permissions: ['team_admin'] });
  });

  it('says 503 while the teams service is away, and the event still carries the change', async () => {
    const own = await identity.newProject();
    teamsAway = true;
    await expect(override({ 'teams.allowClientTeamCreation': true }, own.admin)).rejects.toEqual(status(503));
    teamsAway = false;
    const event = (await identity.events()).findLast((one) => one.type === 'project.settings_changed');
    expect(event?.project_settings).toMatchObject({ client_team_creation_enabled: true });
    await override({ 'teams.allowClientTeamCreation': true }, own.admin);
  });

  it('refuses a second product that everybody of a catalog owns', async () => {
    const free = { prices: 'include-by-default', catalogId: 'plans' };
    await override({ 'payments.products.free': free });
    await expect(override({ 'payments.products.gratis': free })).rejects.toEqual(status(400));
    await override({ 'payments.products.gratis': { ...free, catalogId: 'others' } });
  });

  it('refuses more than five million characters', async () => {
    const tsxSource = 'x'.repeat(4_990_000);
    await override({ 'emails.themes.11111111-1111-4111-8111-111111111111': { tsxSource } });
    await expect(
      override({ 'emails.themes.22222222-2222-4222-8222-222222222222': { tsxSource: 'y'.repeat(20_000) } }),
    ).rejects.toEqual(status(400));
    await override({ 'emails.themes.11111111-1111-4111-8111-111111111111': null });
  });

  it('stores nothing in clear, and nothing that another project could open', async () => {
    await override({
      'emails.server': { isShared: false, host: 'smtp.example.com', password: 'canary-secret' },
    });
    const rows = await sql(identity.db).query<{ config_override_sealed: string }>('select * from branches');
    expect(JSON.stringify(rows)).not.toContain('canary-secret');
    const other = await identity.newProject();
    await sql(identity.db).execute(
      `update branches set config_override_sealed =
         (select config_override_sealed from branches where project_id = $1) where project_id = $2`,
      [project.id, other.id],
    );
    await expect(read(other.admin)).rejects.toMatchObject({ name: 'InternalError' });
  });

  it('is unknown for a project that does not exist', async () => {
    const unknown = identity.testProject('no-such-project');
    await expect(override({}, unknown.admin)).rejects.toMatchObject({ code: 'CURRENT_PROJECT_NOT_FOUND' });
    await expect(read(unknown.admin)).rejects.toMatchObject({ code: 'CURRENT_PROJECT_NOT_FOUND' });
  });
});

describe('stored settings of an older program', () => {
  it('are rendered again at start', async () => {
    const own = await identity.newProject();
    await sql(identity.db).execute(
      `update branches set settings = '{}', settings_revision = 0 where project_id = $1`,
      [own.id],
    );
    await identity.service.start();
    const [row] = await sql(identity.db).query<{ settings: object }>(
      'select settings from branches where project_id = $1',
      [own.id],
    );
    expect(row?.settings).toMatchObject({ allow_password: true, allow_localhost: true });
  });
});
