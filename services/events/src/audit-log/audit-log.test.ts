import { systemCall } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { inProcess, type Rpcs } from '@portico/platform/grpc/unary';
import { createLog } from '@portico/platform/log';
import { createFakeClock } from '@portico/platform/testing/clock';
import { AuditLogServiceDefinition } from '@portico/proto/events/v1/audit_log';
import { Event } from '@portico/proto/events/v1/event';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventsService } from '../service.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

const bus = createLocalBus();
let db: DataSource;
let service: ReturnType<typeof createEventsService>;
let log: Rpcs<AuditLogServiceDefinition>;

beforeAll(async () => {
  db = await openTestDatabase('audit_log');
  service = createEventsService({
    db,
    bus,
    clock: createFakeClock(),
    log: createLog({ name: 'test', level: 'silent' }),
  });
  log = inProcess(AuditLogServiceDefinition, service.rpcs.audit_log);
  await service.start();
});

afterAll(async () => {
  await service.stop();
  await bus.stop();
  await db.destroy();
});

const newEvent = (project_id: string, fields: Partial<Event> = {}): Event =>
  Event.fromPartial({
    id: randomUUID(),
    type: 'user.created',
    project_id,
    branch_id: 'main',
    subject: randomUUID(),
    occurred_at_millis: 1_750_000_000_000,
    ...fields,
  } as never);

const publish = (events: Event[], topic = 'portico.identity') => bus.publish(topic, events);

const verify = (project_id: string) => log.verifyAuditLog({}, systemCall(project_id));

const list = async (project_id: string, limit = 100, before_sequence?: number) =>
  (await log.listAuditLog({ limit, before_sequence }, systemCall(project_id))).items;

/** What somebody with the rights of a database administrator could do. */
const tamper = async (statement: string): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.query('ALTER TABLE audit_log_entries DISABLE TRIGGER ALL');
    await tx.query(statement);
    await tx.query('ALTER TABLE audit_log_entries ENABLE TRIGGER ALL');
  });
};

describe('the audit log', () => {
  it('has a line for each event of every service', async () => {
    const project = randomUUID();
    await publish([newEvent(project, { actor: 'server' })]);
    await publish([newEvent(project, { type: 'team.created' })], 'portico.teams');
    await publish([newEvent(project, { type: 'api_key_set.created' })], 'portico.api-keys');
    await publish([newEvent(project, { type: 'email.sent' })], 'portico.email');
    const items = await list(project);
    expect(items.map(({ type }) => type)).toEqual([
      'email.sent',
      'api_key_set.created',
      'team.created',
      'user.created',
    ]);
    expect(items.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    expect(items[3]).toMatchObject({ actor: 'server', previous_hash: '0'.repeat(64) });
    expect(items[2]?.previous_hash).toBe(items[3]?.hash);
  });

  it('takes an event that comes again once', async () => {
    const project = randomUUID();
    const event = newEvent(project);
    await Promise.all([publish([event]), publish([event]), publish([event, event])]);
    expect(await list(project)).toHaveLength(1);
    expect(await verify(project)).toEqual({ is_intact: true, broken_sequence: undefined, entries: 1 });
  });

  it('keeps the order of events of one subject', async () => {
    const project = randomUUID();
    const subject = randomUUID();
    const types = Array.from({ length: 20 }, (_, index) => `user.step_${index}`);
    await publish(types.map((type) => newEvent(project, { subject, type })));
    expect((await list(project)).map(({ type }) => type).reverse()).toEqual(types);
  });

  it('stays one chain when many events come at the same time', async () => {
    const project = randomUUID();
    await Promise.all(Array.from({ length: 50 }, () => publish([newEvent(project)])));
    expect(await verify(project)).toEqual({ is_intact: true, broken_sequence: undefined, entries: 50 });
  });

  it('can hash every text', async () => {
    const project = randomUUID();
    const texts = [
      '"quoted" \\ back',
      'tab\tline\nfeed\u0001\u001f\u007f\b\f',
      'grüße 日本 😀 \u2028\u2029',
      '',
      "it's </script>",
    ];
    await publish(texts.map((text) => newEvent(project, { subject: text, actor: text })));
    expect(await verify(project)).toEqual({
      is_intact: true,
      broken_sequence: undefined,
      entries: texts.length,
    });
  });

  it('pages backwards', async () => {
    const project = randomUUID();
    await publish(Array.from({ length: 5 }, () => newEvent(project)));
    const first = await list(project, 2);
    expect(first.map(({ sequence }) => sequence)).toEqual([5, 4]);
    expect((await list(project, 2, 4)).map(({ sequence }) => sequence)).toEqual([3, 2]);
    expect((await list(project, 2, 2)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('shows nothing of other projects', async () => {
    const project = randomUUID();
    await publish([newEvent(project)]);
    expect(await list(randomUUID())).toEqual([]);
    expect(await verify(randomUUID())).toEqual({ is_intact: true, broken_sequence: undefined, entries: 0 });
  });

  it('stores nothing of what an event carries', async () => {
    const project = randomUUID();
    const email_requested = {
      to: 'secret@example.com',
      template_key: 'x',
      sealed_variables: 'k1.canary',
      user_id: undefined,
    };
    await publish([newEvent(project, { type: 'email.requested', email_requested })]);
    const rows = JSON.stringify(
      await sql(db).query('SELECT * FROM audit_log_entries WHERE project_id = $1', [project]),
    );
    expect(rows).not.toMatch(/canary|secret@example/);
  });

  it('refuses changes, removals and emptying', async () => {
    const project = randomUUID();
    await publish([newEvent(project)]);
    const change = sql(db).execute(`UPDATE audit_log_entries SET type = 'x' WHERE project_id = $1`, [
      project,
    ]);
    await expect(change).rejects.toThrow('append-only');
    const removal = sql(db).execute('DELETE FROM audit_log_entries WHERE project_id = $1', [project]);
    await expect(removal).rejects.toThrow('append-only');
    await expect(sql(db).execute('TRUNCATE audit_log_entries')).rejects.toThrow('append-only');
  });

  it('shows the first line that was changed behind its back', async () => {
    const project = randomUUID();
    await publish(Array.from({ length: 5 }, () => newEvent(project)));
    await tamper(`UPDATE audit_log_entries SET actor = 'x' WHERE project_id = '${project}' AND sequence = 3`);
    expect(await verify(project)).toMatchObject({ is_intact: false, broken_sequence: 3, entries: 5 });
  });

  it('shows that a line in the middle or at the end was removed', async () => {
    const project = randomUUID();
    await publish(Array.from({ length: 5 }, () => newEvent(project)));
    await tamper(`DELETE FROM audit_log_entries WHERE project_id = '${project}' AND sequence = 5`);
    expect(await verify(project)).toMatchObject({ is_intact: false, broken_sequence: 5 });
    await tamper(`DELETE FROM audit_log_entries WHERE project_id = '${project}' AND sequence = 2`);
    expect(await verify(project)).toMatchObject({ is_intact: false, broken_sequence: 2 });
  });
});
