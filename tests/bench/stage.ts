/** A running shape with users in it, and the servers it stands on. */
import { createLog } from '@portico/platform/log';
import { startEmbeddedPostgres } from '@portico/platform/embedded-postgres/start';
import { databaseUrl } from '@portico/platform/db/database-url';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDistributed } from '../shape/distributed.ts';
import type { Shape } from '../shape/shape.ts';
import { startStandalone } from '../shape/standalone.ts';
import type { BenchOptions } from './options.ts';
import { seedUsers } from './seed.ts';

export interface Stage {
  readonly shape: Shape;
  readonly users: number;
  readonly identity_database_url: string;
  stop(): Promise<void>;
}

const startDatabase = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const given = process.env.PORTICO_DATABASE_URL;
  if (!given) {
    const data_dir = mkdtempSync(join(tmpdir(), 'portico-bench-'));
    const log = createLog({ name: 'bench-postgres', level: 'warn' });
    return startEmbeddedPostgres({ data_dir, log, temporary: true });
  }
  const url = new URL(given);
  url.searchParams.set('database_prefix', `bench_${randomBytes(4).toString('hex')}`);
  return { url: url.toString(), stop: async () => undefined };
};

const required = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is missing; infra/start-all.sh starts what the distributed way needs.`);
  return value;
};

const startShape = (
  kind: BenchOptions['shapes'][number],
  options: { url: string; profile?: string },
): Promise<Shape> => {
  const node_options = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
  if (kind === 'standalone')
    return startStandalone({ env: { PORTICO_DATABASE_URL: options.url }, node_options });
  const backends = {
    database_url: options.url,
    redis_url: required('PORTICO_REDIS_URL'),
    kafka_brokers: required('PORTICO_KAFKA_BROKERS'),
  };
  return startDistributed({ backends, node_options });
};

export const setStage = async (
  kind: BenchOptions['shapes'][number],
  options: BenchOptions,
): Promise<Stage> => {
  const database = await startDatabase();
  try {
    const shape = await startShape(kind, { url: database.url, profile: options.profile });
    const identity_database_url = databaseUrl(database.url, 'identity').url;
    await seedUsers(shape, identity_database_url, options.users);
    const stop = async () => {
      await shape.stop();
      await database.stop();
    };
    return { shape, users: options.users, identity_database_url, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
};
