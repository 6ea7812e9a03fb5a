import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { inProcess, type Rpcs } from '@portico/platform/grpc/unary';
import { createFakeClock } from '@portico/platform/testing/clock';
import { Event } from '@portico/proto/events/v1/event';
import { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/open-test-database.ts';
import { projectKeysRpcs } from './project-keys.rpc.ts';

const DAY = 86_400_000;
const clock = createFakeClock();
let db: DataSource;
let keys: Rpcs<ProjectKeysServiceDefinition>;
let call: CallContext;
let projects = 0;

const callOf = (project_id: string): CallContext => ({
  request_id: 'test',
  project_id,
  branch_id: 'main',
  access_type: 'admin',
});

beforeAll(async () => {
  db = await openTestDatabase('project_keys');
  keys = inProcess(ProjectKeysServiceDefinition, projectKeysRpcs({ db, clock }));
});

afterAll(() => db.destroy());

beforeEach(() => {
  call = callOf(`project-${++projects}`);
});

const create = (overrides = {}) =>
  keys.createProjectKeySet(
    {
      description: 'ci',
      expires_at_millis: clock.now() + DAY,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
      ...overrides,
    },
    call,
  );

const check = async (access_type: string, key: string, as = call) =>
  (await keys.checkProjectKey({ access_type, key }, as)).is_valid;

const eventTypes = async (): Promise<string[]> => {
  const rows = await sql(db).query<{ payload: Buffer }>(
    'SELECT payload FROM outbox_events ORDER BY position',
  );
  const events = rows.map(({ payload }) => Event.decode(payload));
  return events.filter((event) => event.project_id === call.project_id).map((event) => event.type);
};

describe('creating a key set', () => {
  it('answers with the whole keys once, each with its prefix', async () => {
    const set = await create();
    expect(set.publishable_client_key?.value).toMatch(/^pck_[0-9a-hjkmnp-tv-z]{45}$/);
    expect(set.secret_server_key?.value).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/);
    expect(set.super_secret_admin_key?.value).toMatch(/^sak_[0-9a-hjkmnp-tv-z]{45}$/);
    const again = await keys.getProjectKeySet({ id: set.id }, call);
    expect(again.secret_server_key).toEqual({
      last_four: set.secret_server_key?.value?.slice(-4),
      value: undefined,
    });
  });

  it('leaves out the keys that were not asked for', async () => {
    const set = await create({ has_publishable_client_key: false, has_super_secret_admin_key: false });
    expect(set.publishable_client_key).toBeUndefined();
    expect(set.super_secret_admin_key).toBeUndefined();
    expect(set.secret_server_key).toBeDefined();
  });

  it('stores hashes only', async () => {
    const set = await create();
    const rows = JSON.stringify(await sql(db).query('SELECT * FROM project_key_sets'));
    const events = await sql(db).query<{ payload: Buffer }>('SELECT payload FROM outbox_events');
    for (const key of [set.publishable_client_key, set.secret_server_key, set.super_secret_admin_key]) {
      expect(rows).not.toContain(key?.value);
      expect(events.some(({ payload }) => payload.includes(key?.value ?? ''))).toBe(false);
    }
  });

  it('tells about it in the same transaction', async () => {
    await create();
    expect(await eventTypes()).toEqual(['api_key_set.created']);
  });
});

describe('finding key sets', () => {
  it('lists the newest first', async () => {
    const first = await create();
    clock.advance(1);
    const second = await create();
    const { items } = await keys.listProjectKeySets({}, call);
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(items.every((item) => item.secret_server_key?.value === undefined)).toBe(true);
  });

  it('answers API_KEY_NOT_FOUND for unknown ids and those of other projects', async () => {
    const { id } = await create();
    const notFound = { code: 'API_KEY_NOT_FOUND', status: 404 };
    await expect(keys.getProjectKeySet({ id: 'unknown' }, call)).rejects.toMatchObject(notFound);
    await expect(keys.getProjectKeySet({ id }, callOf('other'))).rejects.toMatchObject(notFound);
    const update = { id, revoked: true };
    await expect(keys.updateProjectKeySet(update, callOf('other'))).rejects.toMatchObject(notFound);
    expect((await keys.listProjectKeySets({}, callOf('other'))).items).toEqual([]);
  });
});

describe('checking a key', () => {
  it('accepts it for its access type and project only', async () => {
    const { secret_server_key } = await create();
    const key = secret_server_key?.value ?? '';
    expect(await check('server', key)).toBe(true);
    expect(await check('client', key)).toBe(false);
    expect(await check('admin', key)).toBe(false);
    expect(await check('root', key)).toBe(false);
    expect(await check('server', `${key} `)).toBe(false);
    expect(await check('server', '')).toBe(false);
    expect(await check('server', key, callOf('other'))).toBe(false);
  });

  it('opens every branch of the project', async () => {
    const { secret_server_key } = await create();
    expect(await check('server', secret_server_key?.value ?? '', { ...call, branch_id: 'other' })).toBe(true);
  });

  it('says until when the key is valid and refuses it from then on', async () => {
    const { secret_server_key, expires_at_millis } = await create({ expires_at_millis: clock.now() + 10 });
    const request = { access_type: 'server', key: secret_server_key?.value ?? '' };
    expect(await keys.checkProjectKey(request, call)).toEqual({ is_valid: true, expires_at_millis });
    clock.advance(10);
    expect(await keys.checkProjectKey(request, call)).toEqual({
      is_valid: false,
      expires_at_millis: undefined,
    });
  });

  it('takes one statement', async () => {
    const plan = await sql(db).query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT expires_at_millis FROM project_key_sets WHERE secret_server_key_hash = 'x' AND project_id = 'y'`,
    );
    expect(JSON.stringify(plan)).toContain('Index');
  });
});

describe('updating a key set', () => {
  it('refuses its keys from the moment it is revoked', async () => {
    const set = await create();
    const revoked = await keys.updateProjectKeySet({ id: set.id, revoked: true }, call);
    expect(revoked.manually_revoked_at_millis).toBe(clock.now());
    expect(await check('client', set.publishable_client_key?.value ?? '')).toBe(false);
    expect(await check('admin', set.super_secret_admin_key?.value ?? '')).toBe(false);
    expect(await eventTypes()).toEqual(['api_key_set.created', 'api_key_set.revoked']);
  });

  it('keeps the time of the first revocation', async () => {
    const { id } = await create();
    const first = await keys.updateProjectKeySet({ id, revoked: true }, call);
    clock.advance(1_000);
    const second = await keys.updateProjectKeySet({ id, revoked: true }, call);
    expect(second.manually_revoked_at_millis).toBe(first.manually_revoked_at_millis);
    expect(await eventTypes()).toEqual(['api_key_set.created', 'api_key_set.revoked']);
  });

  it('changes nothing but what was given', async () => {
    const { id } = await create();
    const before = await keys.getProjectKeySet({ id }, call);
    expect(await keys.updateProjectKeySet({ id, revoked: false }, call)).toEqual(before);
    const renamed = await keys.updateProjectKeySet({ id, description: '', revoked: false }, call);
    expect(renamed).toEqual({ ...before, description: '' });
  });
});

describe('seeding a key set', () => {
  const seed = {
    id: 'seed',
    description: 'seeded',
    expires_at_millis: 4_102_444_799_000,
    publishable_client_key: 'this-key-is-public',
    secret_server_key: 'this-key-is-secret',
    super_secret_admin_key: 'this-key-is-very-secret',
  };
  const seedFor = () => ({
    ...seed,
    publishable_client_key: `public-${call.project_id}`,
    secret_server_key: `secret-${call.project_id}`,
    super_secret_admin_key: `admin-${call.project_id}`,
  });

  it('takes the keys verbatim and may be repeated', async () => {
    await keys.seedProjectKeySet(seedFor(), call);
    await keys.seedProjectKeySet({ ...seedFor(), description: 'again' }, call);
    const { items } = await keys.listProjectKeySets({}, call);
    expect(items).toMatchObject([{ id: 'seed', description: 'again' }]);
    expect(await check('client', `public-${call.project_id}`)).toBe(true);
    expect(await eventTypes()).toEqual(['api_key_set.created']);
  });

  it('replaces the old keys by new ones', async () => {
    await keys.seedProjectKeySet(seedFor(), call);
    await keys.seedProjectKeySet({ ...seedFor(), secret_server_key: `new-${call.project_id}` }, call);
    expect(await check('server', `secret-${call.project_id}`)).toBe(false);
    expect(await check('server', `new-${call.project_id}`)).toBe(true);
  });

  it('keeps a revoked set revoked until the keys change', async () => {
    await keys.seedProjectKeySet(seedFor(), call);
    await keys.updateProjectKeySet({ id: 'seed', revoked: true }, call);
    await keys.seedProjectKeySet(seedFor(), call);
    expect(await check('client', `public-${call.project_id}`)).toBe(false);
    await keys.seedProjectKeySet({ ...seedFor(), publishable_client_key: `new-${call.project_id}` }, call);
    expect(await check('client', `new-${call.project_id}`)).toBe(true);
  });
});

describe('removing a project', () => {
  it('removes its keys and no others', async () => {
    const other = call;
    const kept = await create();
    call = callOf('gone');
    const { secret_server_key } = await create();
    await keys.removeProjectKeys({}, call);
    expect(await check('server', secret_server_key?.value ?? '')).toBe(false);
    expect(await check('server', kept.secret_server_key?.value ?? '', other)).toBe(true);
  });
});
