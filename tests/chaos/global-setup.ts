import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../shape/server-process.ts';
import { startServer, stopServer } from './servers.ts';

export const setup = async (): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'portico-chaos-'));
  // PostgreSQL runs under an account of its own.
  chmodSync(folder, 0o755);
  process.env.PORTICO_INFRA_DIR = folder;
  process.env.CHAOS_DATABASE_URL = await startServer('postgres');
  process.env.CHAOS_REDIS_URL = await startServer('redis');
  process.env.CHAOS_KAFKA_BROKERS = await startServer('kafka');
  return async () => {
    for (const name of ['kafka', 'redis', 'postgres'] as const) await stopServer(name);
    rmSync(folder, { recursive: true, force: true });
  };
};
