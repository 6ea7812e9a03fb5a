/** A deployment of its own whose clock a test can move forward, for what takes minutes or months. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from './deployment.ts';

export interface MovingClock {
  advance(millis: number): Promise<void>;
  /** What the server takes for now. */
  now(): number;
  stop(): Promise<void>;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Every later request of this test file goes to it. */
export const startWithMovingClock = async (): Promise<MovingClock> => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const shift = new URL('./shifted-clock.mjs', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${shift}`, TESTS_CLOCK_FILE: file };
  const { env: found, stop } = await startDeployment(env);
  for (const [name, value] of Object.entries(found))
    if (name.startsWith('PORTICO_')) process.env[name] = value;
  return {
    advance: async (millis) => {
      ahead += millis;
      writeFileSync(file, String(ahead));
      await sleep(30);
    },
    now: () => Date.now() + ahead,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
