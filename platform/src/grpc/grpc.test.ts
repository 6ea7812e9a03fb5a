import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { AuditLogServiceDefinition } from '@portico/proto/events/v1/audit_log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCall, type CallContext } from '../call.ts';
import { InternalError, KnownError, StartError, StatusError, statusError } from '../errors.ts';
import { knownErrors } from '../known-errors.ts';
import { createLog } from '../log.ts';
import { connect, openChannel, type Channel } from './client.ts';
import { bind, serveGrpc } from './serve.ts';
import { inProcess, type Rpcs } from './unary.ts';

type AuditLog = Rpcs<typeof AuditLogServiceDefinition>;

let lines: string[] = [];
const log = createLog({
  name: 'test',
  level: 'warn',
  destination: { write: (line: string) => void lines.push(line) },
});

/** What the next call does; set by each test. */
let behave: AuditLog['listAuditLog'] = async () => ({ items: [] });
const rpcs: AuditLog = {
  listAuditLog: (request, call) => behave(request, call),
  verifyAuditLog: async () => ({ is_intact: true, broken_sequence: undefined, entries: 3 }),
};

const entry = (hash: string) => ({
  sequence: 1, event_id: 'e', type: 't', subject: 's', actor: undefined, occurred_at_millis: 1_750_000_000_000, previous_hash: '', hash,
}); // prettier-ignore

let server: { port: number; stop(): Promise<void> };
let channel: Channel;

beforeAll(async () => {
  server = await serveGrpc({ port: 0, services: [bind(AuditLogServiceDefinition, rpcs)], log });
  channel = openChannel(`127.0.0.1:${server.port}`);
});

afterAll(async () => {
  channel.close();
  await server.stop();
});

const clients = {
  'over the wire': (): AuditLog => connect(AuditLogServiceDefinition, channel),
  'in process': (): AuditLog => inProcess(AuditLogServiceDefinition, rpcs, { log }),
};

const call: CallContext = {
  ...systemCall('p1'),
  access_type: 'client',
  user_id: 'u1',
  end_user_ip_info: { ip: '::1' },
};

describe.each(Object.entries(clients))('a call %s', (_name, client) => {
  const list = (context: CallContext = call) =>
    client().listAuditLog({ limit: 5, before_sequence: undefined }, context);

  it('carries messages and the context there and back', async () => {
    let seen: CallContext | undefined;
    behave = async (request, context) => {
      seen = context;
      return { items: [entry(`limit ${request.limit}`)] };
    };
    expect(await list()).toEqual({ items: [entry('limit 5')] });
    expect(seen).toMatchObject(call);
    const left = seen!.deadline_millis! - Date.now();
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  it('copies messages, so that neither side sees what the other changes later', async () => {
    const answer = { items: [entry('a')] };
    behave = async () => answer;
    const got = await list();
    answer.items[0]!.hash = 'changed';
    expect(got.items[0]!.hash).toBe('a');
  });

  it('restores a known error with code, status, details and text', async () => {
    behave = async () => {
      throw knownErrors.TEAM_NOT_FOUND({ team_id: 'ü' });
    };
    const error = await list().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(KnownError);
    expect(error).toMatchObject({ code: 'TEAM_NOT_FOUND', status: 404, details: { team_id: 'ü' } });
    expect((error as Error).message).toBe(knownErrors.TEAM_NOT_FOUND({ team_id: 'ü' }).message);
  });

  it('restores a status error with its headers', async () => {
    behave = async () => {
      throw statusError(429, 'Slow down.', { 'retry-after': '7' });
    };
    const error = await list().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ status: 429, message: 'Slow down.', headers: { 'retry-after': '7' } });
  });

  it('carries a long schema error', async () => {
    behave = async () => {
      throw knownErrors.SCHEMA_ERROR({ message: 'é'.repeat(15_000) });
    };
    await expect(list()).rejects.toMatchObject({ code: 'SCHEMA_ERROR', status: 400 });
  });

  it('tells nothing about a bug but that there was one, and logs it with its stack', async () => {
    lines = [];
    behave = async () => {
      throw new TypeError('secret canary');
    };
    const error = await list().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InternalError);
    expect((error as Error).message).toBe('internal error');
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain('canary');
    const line = JSON.parse(lines[0]!) as { err: { stack: string }; request_id: string };
    expect(line.err.stack).toContain('secret canary');
    expect(line.request_id).toBe(call.request_id);
  });

  it('answers 503 when a dependency of the service is out of reach', async () => {
    behave = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    await expect(list()).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  it('ends at the deadline with 503 and tells the service to stop', async () => {
    let aborted = false;
    behave = async (_request, context) => {
      context.signal?.addEventListener('abort', () => (aborted = true));
      await sleep(1_500);
      return { items: [] };
    };
    const startedAt = Date.now();
    await expect(list({ ...call, deadline_millis: startedAt + 150 })).rejects.toMatchObject({ status: 503 });
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    await sleep(50);
    expect(aborted).toBe(true);
  });
});

describe('the gRPC server', () => {
  it('answers the standard health check', async () => {
    const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const same = (bytes: Buffer) => bytes;
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        same,
        same,
        Buffer.alloc(0),
        (error, response) => (error ? reject(error) : resolve(response!)),
      );
    });
    client.close();
    // Field 1, SERVING.
    expect([...answer]).toEqual([8, 1]);
  });

  it('lets running calls finish when it stops, and clients answer 503 afterwards', async () => {
    const own = await serveGrpc({ port: 0, services: [bind(AuditLogServiceDefinition, rpcs)], log });
    const other = openChannel(`127.0.0.1:${own.port}`);
    behave = async () => {
      await sleep(300);
      return { items: [entry('late')] };
    };
    const client = connect(AuditLogServiceDefinition, other);
    const running = client.listAuditLog({ limit: 1 }, call);
    await sleep(100);
    await own.stop();
    expect((await running).items).toHaveLength(1);
    await expect(client.listAuditLog({ limit: 1 }, call)).rejects.toMatchObject({ status: 503 });
    other.close();
  });

  it('is found again by the same client after a restart', async () => {
    behave = async () => ({ items: [] });
    const first = await serveGrpc({ port: 0, services: [bind(AuditLogServiceDefinition, rpcs)], log });
    const other = openChannel(`127.0.0.1:${first.port}`);
    const client = connect(AuditLogServiceDefinition, other);
    await client.listAuditLog({ limit: 1 }, call);
    await first.stop();
    await expect(client.listAuditLog({ limit: 1 }, call)).rejects.toMatchObject({ status: 503 });
    const second = await serveGrpc({
      port: first.port,
      services: [bind(AuditLogServiceDefinition, rpcs)],
      log,
    });
    const until = Date.now() + 3_000;
    let answered = false;
    while (!answered && Date.now() < until)
      answered = await client.listAuditLog({ limit: 1 }, call).then(
        () => true,
        () => false,
      );
    expect(answered).toBe(true);
    other.close();
    await second.stop();
  });

  it('takes messages of several megabytes', async () => {
    behave = async () => ({ items: [entry('x'.repeat(6 * 1024 * 1024))] });
    const answer = await connect(AuditLogServiceDefinition, channel).listAuditLog({ limit: 1 }, call);
    expect(answer.items[0]!.hash).toHaveLength(6 * 1024 * 1024);
  });

  it('says in one sentence that its port is taken', async () => {
    const starting = serveGrpc({ port: server.port, services: [], log });
    await expect(starting).rejects.toThrow(StartError);
  });
});
