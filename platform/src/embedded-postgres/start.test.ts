import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { StartError } from '../errors.ts';
import { createLog } from '../log.ts';
import { startProgram } from '../testing/child-process.ts';
import { startEmbeddedPostgres } from './start.ts';

const log = createLog({ name: 'test', level: 'silent' });
// Closed to every other account, as a checkout in somebody's home is.
const home = mkdtempSync(join(tmpdir(), 'portico-embedded-'));
chmodSync(home, 0o700);
const data_dir = join(home, 'data');

afterAll(() => rmSync(home, { recursive: true, force: true }));

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
};

const program = `
  import { startEmbeddedPostgres } from './start.ts';
  import { createLog } from '../log.ts';
  const server = await startEmbeddedPostgres({ data_dir: process.env.DATA_DIR, log: createLog({ name: 'x', level: 'silent' }) });
  console.log('up ' + server.url + '.');
  setInterval(() => undefined, 1000);
`;

describe('the embedded PostgreSQL', () => {
  it('keeps data over a restart, and is up within a second when the cluster exists', async () => {
    const first = await startEmbeddedPostgres({ data_dir, log });
    await query(first.url, 'create table kept (n integer); insert into kept values (7)');
    await first.stop();
    const startedAt = Date.now();
    const second = await startEmbeddedPostgres({ data_dir, log });
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
  });

  it('keeps its data on disk against a power cut, unless temporary', async () => {
    const server = await startEmbeddedPostgres({ data_dir, log });
    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await server.stop();
  });

  it('is reached by a socket that only its account can enter, and by TCP where the path is too long for one', async () => {
    const server = await startEmbeddedPostgres({ data_dir, log });
    const onSocket = 'select inet_server_addr() is null as on_socket';
    expect(await query(server.url, onSocket)).toEqual([{ on_socket: true }]);
    const directory = decodeURIComponent(new URL(server.url).hostname);
    expect(statSync(directory).mode & 0o077).toBe(0);
    await server.stop();
    const deep = await startEmbeddedPostgres({
      data_dir: join(home, 'far'.repeat(40)),
      log,
      temporary: true,
    });
    expect(await query(deep.url, onSocket)).toEqual([{ on_socket: false }]);
    await deep.stop();
  });

  it('refuses a wrong password', async () => {
    const server = await startEmbeddedPostgres({ data_dir, log });
    const url = new URL(server.url);
    url.password = 'wrong';
    await expect(query(url.toString(), 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('refuses a directory another living process uses, and takes it over once that is killed', async () => {
    const other = startProgram(program, import.meta.url, { DATA_DIR: data_dir });
    await other.printed('.\n');
    await expect(startEmbeddedPostgres({ data_dir, log })).rejects.toThrow(StartError);
    await expect(startEmbeddedPostgres({ data_dir, log })).rejects.toThrow(
      `in use by process ${other.child.pid}`,
    );
    other.child.kill('SIGKILL');
    await other.ended;
    const server = await startEmbeddedPostgres({ data_dir, log });
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await server.stop();
  });

  it('ends with the process that started it, however that ends', async () => {
    const other = startProgram(program, import.meta.url, { DATA_DIR: data_dir });
    let url = '';
    other.child.stdout!.on(
      'data',
      (chunk: Buffer) => (url ||= /up (\S+)\.\n/.exec(chunk.toString())?.[1] ?? ''),
    );
    await other.printed('.\n');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.child.kill('SIGKILL');
    await expect
      .poll(
        () =>
          query(url, 'select 1').then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 5_000 },
      ) // prettier-ignore
      .toBe('down');
  });

  it('leaves nothing behind when temporary', async () => {
    const temporary = join(home, 'temporary');
    const server = await startEmbeddedPostgres({ data_dir: temporary, log, temporary: true });
    await server.stop();
    expect(existsSync(temporary)).toBe(false);
  });
});
