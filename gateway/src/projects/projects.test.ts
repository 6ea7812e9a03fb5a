import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  internal,
  newProject,
  request,
  signUp,
  type Json,
  type Project,
  type SignedIn,
} from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';

let stack: Stack;
let project: Project & { owner: SignedIn };
beforeAll(async () => {
  stack = await startStack('gateway-projects');
  project = await newProject(stack);
});
afterAll(() => stack?.stop());

const admin = (target: string, body?: unknown) =>
  request(stack, target, { headers: project.as('admin'), body });
const reasonOf = ({ body }: { body: Json }): string => body.details.message.split('\n').slice(1).join('\n');

describe('projects', () => {
  it('show everybody the same small view', async () => {
    for (const access of ['client', 'server', 'admin'] as const) {
      const { body } = await request(stack, 'GET /projects/current', { headers: project.as(access) });
      expect(body).toEqual({
        id: project.id,
        display_name: 'Test',
        config: {
          sign_up_enabled: true,
          credential_enabled: true,
          magic_link_enabled: false,
          passkey_enabled: false,
          client_team_creation_enabled: false,
          client_user_deletion_enabled: false,
          allow_user_api_keys: false,
          allow_team_api_keys: false,
          enabled_oauth_providers: [],
        },
      });
    }
  });

  it('show admins nine keys with nineteen of configuration', async () => {
    const { body } = await admin('GET /internal/projects/current');
    expect([Object.keys(body).length, Object.keys(body.config).length]).toEqual([9, 19]);
    expect(body).toMatchObject({ description: '', logo_url: null, is_production_mode: false });
    expect(body.config).toMatchObject({
      allow_localhost: true,
      email_config: { type: 'shared' },
      oauth_providers: [],
      domains: [],
    });
    const server = await request(stack, 'GET /internal/projects/current', { headers: project.as('server') });
    expect(server.body.details).toEqual({ actual_access_type: 'server', allowed_access_types: ['admin'] });
  });

  it('belong to signed-in users of the internal project', async () => {
    const nobody = await request(stack, 'GET /internal/projects', { headers: internal.as('client') });
    expect([nobody.status, nobody.body.code]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED']);
    const user = await signUp(stack, project);
    const elsewhere = await request(stack, 'GET /internal/projects', { headers: project.as('client', user) });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'EXPECTED_INTERNAL_PROJECT']);
    const mine = await request(stack, 'GET /internal/projects', {
      headers: internal.as('client', project.owner),
    });
    expect(mine.body.items.map((one: Json) => one.id)).toEqual([project.id]);
    const foreign = await request(stack, 'POST /internal/projects', {
      headers: internal.as('client', await signUp(stack, internal)),
      body: { display_name: 'x', owner_team_id: mine.body.items[0].owner_team_id },
    });
    expect(foreign.body.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
  });

  it('change only what was sent', async () => {
    const sent = {
      description: 'Shared notebooks',
      config: {
        magic_link_enabled: true,
        domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
        oauth_providers: [{ id: 'github', type: 'standard', client_id: 'a', client_secret: 'b' }],
      },
    };
    const { body } = await admin('PATCH /internal/projects/current', sent);
    expect(body).toMatchObject({ description: 'Shared notebooks', display_name: 'Test' });
    expect(body.config).toMatchObject({
      magic_link_enabled: true,
      credential_enabled: true,
      domains: sent.config.domains,
    });
    expect(body.config.oauth_providers).toEqual([
      { provider_config_id: 'github', ...sent.config.oauth_providers[0] },
    ]);
    expect((await admin('PATCH /internal/projects/current', { description: null })).body.description).toBe(
      '',
    );
    expect((await admin('PATCH /internal/projects/current', {})).body.config.magic_link_enabled).toBe(true);
  });

  it('have settings whose problems are all listed', async () => {
    const refused = await admin('PATCH /internal/projects/current', {
      owner_team_id: project.id,
      config: {
        domains: [{ domain: 'ftp://x' }],
        oauth_providers: [{ id: 'nope', type: 'standard' }],
        email_config: { type: 'standard', host: '', port: 70_000 },
        sign_up_enabled: null,
      },
    });
    expect(reasonOf(refused).split('\n')).toEqual([
      '  - body.config.sign_up_enabled cannot be null',
      expect.stringContaining(
        'body.config.oauth_providers[0].id must be one of the following values: google, ',
      ),
      '  - body.config.oauth_providers[0].client_id is a required field',
      '  - body.config.oauth_providers[0].client_secret is a required field',
      '  - body.config.domains[0].domain must start with http:// or https://',
      '  - body.config.domains[0].handler_path must be defined',
      '  - body.config.email_config.port must be less than or equal to 65535',
      '  - body.config.email_config.host is a required field',
      '  - body.config.email_config.username is a required field',
      '  - body.config.email_config.password is a required field',
      '  - body.config.email_config.sender_name is a required field',
      '  - body.config.email_config.sender_email is a required field',
      '  - body contains unknown properties: owner_team_id',
    ]);
  });
});

describe('the configuration', () => {
  it('is read as text and overridden as text', async () => {
    const override = { config_override_string: JSON.stringify({ 'users.allowClientUserDeletion': true }) };
    expect((await admin('PATCH /internal/config/override', override)).body).toEqual({});
    const { body } = await admin('GET /internal/config');
    expect(JSON.parse(body.config_string).users).toEqual({ allowClientUserDeletion: true });
    expect((await admin('PATCH /internal/config/override', { config_override_string: '{' })).status).toBe(
      400,
    );
    expect((await admin('PATCH /internal/config/override', {})).body).toEqual({});
  });
});

describe('project keys', () => {
  const all = {
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  };

  it('are shown whole only once', async () => {
    const made = await admin('POST /internal/api-keys', {
      description: 'ci',
      expires_at_millis: Date.now() + 1e6,
      ...all,
    });
    expect([made.status, Object.keys(made.body).sort()]).toEqual([
      200,
      [
        'created_at_millis',
        'description',
        'expires_at_millis',
        'id',
        'publishable_client_key',
        'secret_server_key',
      ],
    ]);
    expect(made.body.secret_server_key).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/);
    const read = await admin(`GET /internal/api-keys/${made.body.id}`);
    expect(read.body.secret_server_key).toEqual({ last_four: made.body.secret_server_key.slice(-4) });
    expect((await admin('GET /internal/api-keys')).body.items[0].id).toBe(made.body.id);
  });

  it('are described, never un-revoked', async () => {
    const made = await admin('POST /internal/api-keys', {
      description: 'ci',
      expires_at_millis: '0',
      ...all,
    });
    const path = `PATCH /internal/api-keys/${made.body.id}`;
    expect((await admin(path, { description: 'other' })).body).toMatchObject({
      description: 'other',
      expires_at_millis: 0,
    });
    expect(reasonOf(await admin(path, { revoked: false }))).toContain('body.revoked');
    expect(reasonOf(await admin('GET /internal/api-keys/x'))).toContain('params.id must be a valid UUID');
    expect((await admin('GET /internal/api-keys/6f0d1c9e-2b7a-4d55-8f0e-3c1b9a7e4d21')).body.code).toBe(
      'API_KEY_NOT_FOUND',
    );
  });
});
