import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, ok } from '../client.ts';
import {
  IN_AN_HOUR,
  keyHeader,
  newKeySet,
  newProject,
  newUuid,
  projectOf,
  type Project,
} from '../project.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const path = '/internal/api-keys';
const WANTED = {
  description: 'ci pipeline',
  expires_at_millis: 1_993_086_500_000,
  has_publishable_client_key: true,
  has_secret_server_key: true,
  has_super_secret_admin_key: true,
};
const SECRET = /^(pck|ssk|sak)_[0-9a-hjkmnp-tv-z]{45}$/;
const NAMES = ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'] as const;

describe('POST /internal/api-keys', () => {
  it('answers 200 with the full keys, and they work', async () => {
    const before = Date.now();
    const set = ok(await project.admin.post(path, WANTED));
    expect(Object.keys(set as object).sort()).toEqual(
      ['created_at_millis', 'description', 'expires_at_millis', 'id', ...NAMES].sort(),
    );
    expect(set).toMatchObject({ description: 'ci pipeline', expires_at_millis: WANTED.expires_at_millis });
    expect(set.created_at_millis).toBeGreaterThan(before - 60_000);
    for (const name of NAMES) expect(set[name]).toMatch(SECRET);
    const keyed = projectOf(project.id, set as never);
    for (const caller of [keyed.client, keyed.server, keyed.admin]) ok(await caller.get('/projects/current'));
  });

  it('makes only the keys that are wanted, also none', async () => {
    const none = {
      has_publishable_client_key: false,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    };
    const set = ok(await project.admin.post(path, { ...WANTED, ...none }));
    for (const name of NAMES) expect(set).not.toHaveProperty(name);
    const one = ok(await project.admin.post(path, { ...WANTED, ...none, has_secret_server_key: true }));
    expect(one.secret_server_key).toMatch(/^ssk_/);
    expect(one).not.toHaveProperty('publishable_client_key');
  });

  it('needs every field', async () => {
    expectSchemaError(
      await project.admin.post(path, {}),
      'body.description',
      'body.expires_at_millis',
      'body.has_publishable_client_key',
      'body.has_secret_server_key',
      'body.has_super_secret_admin_key',
    );
    expectSchemaError(
      await project.admin.post(path, { ...WANTED, expires_at_millis: null }),
      'body.expires_at_millis',
    );
    ok(await project.admin.post(path, { ...WANTED, expires_at_millis: 0 }));
  });
});

describe('reading key sets', () => {
  it('shows four characters of each key and nothing of absent ones, newest first', async () => {
    const own = await newProject();
    const set = await newKeySet(own.admin, { has_secret_server_key: false, description: 'second' });
    const { items, is_paginated } = ok(await own.admin.get(path));
    expect(is_paginated).toBe(false);
    expect((items as { description: string }[]).map(({ description }) => description)).toEqual([
      'second',
      'tests',
    ]);
    const shown = {
      id: set.id,
      description: 'second',
      publishable_client_key: { last_four: set.publishable_client_key.slice(-4) },
      super_secret_admin_key: { last_four: set.super_secret_admin_key.slice(-4) },
      created_at_millis: expect.any(Number) as number,
      expires_at_millis: expect.any(Number) as number,
    };
    expect(items[0]).toEqual(shown);
    expect(ok(await own.admin.get(`${path}/${set.id}`))).toEqual(shown);
  });

  it('another project’s and unknown ones are API_KEY_NOT_FOUND', async () => {
    const { id } = await newKeySet(other.admin);
    for (const missing of [id, newUuid()]) {
      expectKnown(await project.admin.get(`${path}/${missing}`), 404, 'API_KEY_NOT_FOUND');
      expectKnown(
        await project.admin.patch(`${path}/${missing}`, { revoked: true }),
        404,
        'API_KEY_NOT_FOUND',
      );
    }
    ok(await other.admin.get(`${path}/${id}`));
    expectSchemaError(await project.admin.get(`${path}/123`), 'params.id');
  });
});

describe('PATCH /internal/api-keys/{id}', () => {
  it('describes and revokes', async () => {
    const set = await newKeySet(project.admin);
    const before = ok(await project.admin.patch(`${path}/${set.id}`, {}));
    expect(before).not.toHaveProperty('manually_revoked_at_millis');
    const named = ok(await project.admin.patch(`${path}/${set.id}`, { description: 'new' }));
    expect(named).toEqual({ ...before, description: 'new' });
    const revoked = ok(await project.admin.patch(`${path}/${set.id}`, { revoked: true }));
    expect(revoked).toEqual({ ...named, manually_revoked_at_millis: expect.any(Number) as number });
  });

  it('cannot take a revocation back or move the expiry', async () => {
    const { id } = await newKeySet(project.admin);
    expectSchemaError(await project.admin.patch(`${path}/${id}`, { revoked: false }), 'body.revoked');
    expectSchemaError(
      await project.admin.patch(`${path}/${id}`, { expires_at_millis: IN_AN_HOUR() }),
      /^body .*expires_at_millis$/,
    );
  });

  it('leaves the other sets of the project alone', async () => {
    const [one, two] = [await newKeySet(project.admin), await newKeySet(project.admin)];
    ok(await project.admin.patch(`${path}/${one.id}`, { revoked: true }));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    ok(await projectOf(project.id, two).server.get('/users'));
    const headers = { [keyHeader('server')]: one.secret_server_key };
    expectKnown(await project.server.get('/users', { headers }), 401, 'INVALID_SECRET_SERVER_KEY', {
      project_id: project.id,
    });
  });
});
