/** How many passwords this machine can verify at all: nothing but argon2id on every core. */
import { hash, verify } from '@node-rs/argon2';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HashLimitJob {
  readonly seconds: number;
  readonly in_flight: number;
}

export interface HashLimitResult {
  readonly per_second: number;
  readonly cpu_ms: number;
}

/** Those of the identity service. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const measureHashLimit = async ({ seconds, in_flight }: HashLimitJob): Promise<HashLimitResult> => {
  const password = 'correct horse battery staple';
  const stored = await hash(password, PARAMETERS);
  let verified = 0;
  let over = false;
  const worker = async () => {
    while (!over) {
      if (!(await verify(stored, password))) throw new Error('A right password was refused.');
      verified += 1;
    }
  };
  const running = Promise.all(Array.from({ length: in_flight }, worker));
  await sleep(1_000);
  const [before, cpu, started] = [verified, process.cpuUsage(), performance.now()];
  await sleep(seconds * 1000);
  const operations = verified - before;
  const elapsed = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  over = true;
  await running;
  return { per_second: operations / elapsed, cpu_ms: (used.user + used.system) / 1000 / operations };
};
