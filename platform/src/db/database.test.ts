import { EntitySchema, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOutage, StartError } from '../errors.ts';
import { statementCounts } from '../metrics.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { databaseUrl } from './database-url.ts';
import { openDatabase } from './data-source.ts';
import { migrate } from './migrate.ts';
import { isUniqueViolation, sql, transaction } from './sql.ts';

class CreateThings1750000000000 implements MigrationInterface {
  readonly name = 'CreateThings1750000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table things (id integer primary key, at_millis bigint not null, note text)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table things');
  }
}

interface Thing {
  id: number;
  at_millis: number;
  note: string | null;
}

const things = new EntitySchema<Thing>({
  name: 'Thing',
  tableName: 'things',
  columns: {
    id: { type: 'integer', primary: true },
    at_millis: { type: 'bigint' },
    note: { type: 'text', nullable: true },
  },
});

const url = createTestDatabase('platform');
const open = (database = 'things') =>
  openDatabase({ url, database, entities: [things], migrations: [CreateThings1750000000000] });

describe('a database of a service', () => {
  let dbs: DataSource[];
  let db: DataSource;

  beforeAll(async () => {
    // Several replicas start at once on an empty server.
    dbs = await Promise.all(Array.from({ length: 6 }, () => open()));
    await Promise.all(dbs.map(migrate));
    db = dbs[0]!;
  });

  afterAll(async () => {
    await Promise.all(dbs.map((each) => each.destroy()));
  });

  it('is created once and migrated once by processes that start together', async () => {
    const [row] = await sql(db).query<{ n: number }>('select count(*) as n from migrations');
    expect(row?.n).toBe(1);
  });

  it('gives bigint columns as numbers, through SQL and through entities', async () => {
    const at_millis = 1_750_000_000_123;
    await db.getRepository(things).insert({ id: 1, at_millis, note: null });
    expect(await sql(db).query('select at_millis from things where id = $1', [1])).toEqual([{ at_millis }]);
    expect(await db.getRepository(things).findOneBy({ id: 1 })).toEqual({ id: 1, at_millis, note: null });
  });

  it('returns the rows of update … returning, and counts changed rows', async () => {
    const named = { name: 'test_note' };
    const text = 'update things set note = $2 where id = $1 returning note';
    expect(await sql(db).query(text, [1, 'a'], named)).toEqual([{ note: 'a' }]);
    expect(await sql(db).query(text, [1, 'b'], named)).toEqual([{ note: 'b' }]);
    expect(await sql(db).execute('update things set note = null where id = any($1)', [[1, 2]])).toBe(1);
  });

  it('rolls everything back when the work throws', async () => {
    const failing = transaction(db, async (tx) => {
      await sql(tx).execute('insert into things values (2, 0)');
      await tx.getRepository(things).insert({ id: 3, at_millis: 0, note: null });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.getRepository(things).count()).toBe(1);
  });

  it('tells a unique violation from other errors, by constraint', async () => {
    const error = await sql(db)
      .execute('insert into things values (1, 0)')
      .catch((e: unknown) => e);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'things_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
    const viaEntity = await db
      .getRepository(things)
      .insert({ id: 1, at_millis: 0 })
      .catch((e: unknown) => e);
    expect(isUniqueViolation(viaEntity, 'things_pkey')).toBe(true);
  });

  it('tries a transaction again after a deadlock', async () => {
    await sql(db).execute('insert into things values (10, 0), (11, 0)');
    let runs = 0;
    const lockBoth = (first: number, second: number) =>
      transaction(db, async (tx) => {
        runs += 1;
        await sql(tx).execute('update things set at_millis = at_millis + 1 where id = $1', [first]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sql(tx).execute('update things set at_millis = at_millis + 1 where id = $1', [second]);
      });
    await Promise.all([lockBoth(10, 11), lockBoth(11, 10)]);
    expect(runs).toBeGreaterThan(2);
    expect(await sql(db).query('select at_millis from things where id in (10, 11)')).toEqual([
      { at_millis: 2 },
      { at_millis: 2 },
    ]);
  });

  it('counts the statements of requests, transaction control apart', async () => {
    const before = statementCounts();
    await sql(db).query('select 1');
    await transaction(db, (tx) => sql(tx).query('select 2'));
    const after = statementCounts();
    expect(after.total - before.total).toBe(4);
    expect(after.transaction - before.transaction).toBe(2);
  });

  it('survives lost connections: running statements fail as an outage, the next ones work', async () => {
    const running = sql(db)
      .query('select pg_sleep(10)')
      .catch((error: unknown) => error);
    const inTransaction = transaction(db, (tx) => sql(tx).query('select pg_sleep(10)')).catch(
      (e: unknown) => e,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql(dbs[1]!).query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(isOutage(await running)).toBe(true);
    expect(isOutage(await inTransaction)).toBe(true);
    expect(await sql(db).query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says in one sentence that the server cannot be reached', async () => {
    const opening = openDatabase({
      url: 'postgres://u:hunter2@127.0.0.1:1/x',
      database: 'x',
      entities: [],
      migrations: [],
    });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/^Cannot use PostgreSQL at 127\.0\.0\.1:1: .*ECONNREFUSED.*\.$/);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });
});

describe('the name of a database', () => {
  it('replaces the one in the URL and takes a prefix', () => {
    expect(databaseUrl('postgres://h:5/any?sslmode=disable', 'email')).toEqual({
      url: 'postgres://h:5/email?sslmode=disable',
      name: 'email',
    });
    expect(databaseUrl('postgres://h/any?database_prefix=t1', 'email').name).toBe('t1_email');
    expect(() => databaseUrl('postgres://h/any?database_prefix=a"b', 'email')).toThrow();
  });
});
