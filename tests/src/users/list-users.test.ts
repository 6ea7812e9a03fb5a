import { beforeAll, describe, expect, it } from 'vitest';
import { expectSchemaError, ok } from '../client.ts';
import { newProject, newUuid, type Project } from '../project.ts';

let project: Project;
let ids: string[];
const tag = newUuid().slice(0, 8);

beforeAll(async () => {
  project = await newProject();
  ids = [];
  for (const name of ['Ada', 'Bea', 'Cem_%', 'Dev', 'Eva'])
    ids.push(
      await project.newUser({
        display_name: `${name} ${tag}`,
        primary_email: `${name}-${tag}@example.com`.replace('_%', ''),
      }),
    );
  ids.push(await project.newUser({ is_anonymous: true, display_name: `Anon ${tag}` }));
});

interface Page {
  items: { id: string }[];
  is_paginated: boolean;
  pagination: { next_cursor: string | null };
}
const list = async (query = {}): Promise<Page> => ok(await project.server.get('/users', { query })) as Page;
const listIds = async (query = {}) => (await list(query)).items.map(({ id }) => id);

describe('GET /users', () => {
  it('without a limit is one page, oldest first, anonymous users hidden', async () => {
    const page = await list();
    expect(Object.keys(page).sort()).toEqual(['is_paginated', 'items', 'pagination']);
    expect(page).toMatchObject({ is_paginated: true, pagination: { next_cursor: null } });
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 5));
  });

  it('has pages whose cursor names the first item of the next one', async () => {
    const first = await list({ limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.pagination.next_cursor).toBe(ids[2]);
    const rest = await list({ limit: 3, cursor: first.pagination.next_cursor });
    expect(rest.items.map(({ id }) => id)).toEqual(ids.slice(2, 5));
    expect(rest.pagination.next_cursor).toBe(null);
  });

  it('walks descending as well', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({
        limit: 2,
        desc: true,
        order_by: 'signed_up_at',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.pagination.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids.slice(0, 5).reverse());
  });

  it('an unknown cursor is an empty page', async () => {
    expect(await list({ cursor: newUuid() })).toMatchObject({ items: [], pagination: { next_cursor: null } });
  });

  it('shows anonymous users when asked to', async () => {
    expect(await listIds({ include_anonymous: true })).toEqual(ids);
    expect(await listIds({ query: 'Anon' })).toEqual([]);
    expect(await listIds({ query: 'Anon', include_anonymous: 'true' })).toEqual([ids[5]]);
    expect(await listIds({ include_anonymous: false })).toEqual(ids.slice(0, 5));
  });

  it('finds by name, by any address and by id, without regard to case or wildcards', async () => {
    expect(await listIds({ query: 'aDa' })).toEqual([ids[0]]);
    expect(await listIds({ query: 'BEA-' })).toEqual([ids[1]]);
    expect(await listIds({ query: ids[3] })).toEqual([ids[3]]);
    expect(await listIds({ query: '_%' })).toEqual([ids[2]]);
    expect(await listIds({ query: '%' })).toEqual([ids[2]]);
    expect(await listIds({ query: '\\' })).toEqual([]);
    expect(await listIds({ query: '' })).toEqual(ids.slice(0, 5));
    expect(await listIds({ query: 'nobody' })).toEqual([]);
  });

  it('filters by team; filters combine', async () => {
    const team = await project.newTeam({ creator_user_id: ids[0] });
    ok(await project.server.post(`/team-memberships/${team}/${ids[3]}`, {}), 201);
    expect(await listIds({ team_id: team })).toEqual([ids[0], ids[3]]);
    expect(await listIds({ team_id: team, query: 'dev' })).toEqual([ids[3]]);
    expect(await listIds({ team_id: team, limit: 1, desc: true })).toEqual([ids[3]]);
    expect(await listIds({ team_id: newUuid() })).toEqual([]);
  });

  it('refuses what is no limit, order or cursor', async () => {
    const refused = async (query: Record<string, string>, field: string) =>
      expectSchemaError(await project.server.get('/users', { query }), `query.${field}`);
    await refused({ limit: 'abc' }, 'limit');
    await refused({ limit: '0' }, 'limit');
    await refused({ limit: '-1' }, 'limit');
    await refused({ order_by: 'display_name' }, 'order_by');
    await refused({ cursor: 'abc' }, 'cursor');
    await refused({ team_id: 'abc' }, 'team_id');
    await refused({ desc: 'maybe' }, 'desc');
    ok(await project.server.get('/users', { query: { limit: '999999999999' } }));
  });

  it('never shows users of another project', async () => {
    const other = await newProject();
    expect(ok(await other.server.get('/users', { query: { include_anonymous: true } })).items).toEqual([]);
  });
});
