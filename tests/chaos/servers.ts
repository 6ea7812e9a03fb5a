/** PostgreSQL, Redis and Kafka for this run alone, so that stopping one hurts nobody else. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Backends } from '../shape/distributed.ts';
import { root } from '../shape/server-process.ts';

export type ServerName = 'postgres' | 'redis' | 'kafka';

const runScript = async (script: string, args: readonly string[] = []): Promise<string> => {
  const child = spawn(join(root, 'infra', script), [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.env,
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // A server that stays keeps the error stream open, so only what comes before the end counts.
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  child.stderr.destroy();
  if (code !== 0) throw new Error(`infra/${script} failed: ${errors}`);
  return output;
};

const valueOf = (output: string): string => output.slice(output.indexOf('=') + 1).trim();

export const startServer = async (name: ServerName): Promise<string> =>
  valueOf(await runScript(`start-${name}.sh`));

export const stopServer = async (name: ServerName): Promise<void> => {
  await runScript('stop.sh', [name]);
};

const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing; the global setup of this suite sets it.`);
  return value;
};

/** Those the global setup has started, with databases of its own for each suite. */
export const newBackends = (): Backends => {
  const url = new URL(given('CHAOS_DATABASE_URL'));
  url.searchParams.set('database_prefix', `chaos_${randomBytes(4).toString('hex')}`);
  return {
    database_url: url.toString(),
    redis_url: given('CHAOS_REDIS_URL'),
    kafka_brokers: given('CHAOS_KAFKA_BROKERS'),
  };
};
