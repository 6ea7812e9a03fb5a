/** The second factor as an authenticator app has it. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok } from './client.ts';
import type { Project } from './project.ts';

const STEP_MILLIS = 30_000;
/** Left of a step for a request to arrive in it. */
const MARGIN_MILLIS = 5_000;

const totpAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};

export interface App {
  readonly secret_base64: string;
  /** The code of now, with time left to use it. */
  code(): Promise<string>;
  /** The code of the next step, once that has begun. */
  nextCode(): Promise<string>;
  /** Those of the steps before and after now. */
  neighbours(): string[];
  /** A code that is wrong in every step around. */
  wrongCode(): string;
}

export const newApp = (): App => {
  const secret = randomBytes(20);
  const step = () => Math.floor(Date.now() / STEP_MILLIS);
  const untilNext = () => STEP_MILLIS - (Date.now() % STEP_MILLIS);
  return {
    secret_base64: secret.toString('base64'),
    code: async () => {
      if (untilNext() < MARGIN_MILLIS) await sleep(untilNext() + 50);
      return totpAt(secret, step());
    },
    nextCode: async () => {
      await sleep(untilNext() + 50);
      return totpAt(secret, step());
    },
    neighbours: () => [-1, 1].map((shift) => totpAt(secret, step() + shift)),
    wrongCode: () => {
      const near = [-1, 0, 1].map((shift) => totpAt(secret, step() + shift));
      return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!;
    },
  };
};

/** Turns the second factor of a user on. */
export const enrol = async (project: Project, user_id: string): Promise<App> => {
  const app = newApp();
  ok(await project.server.patch(`/users/${user_id}`, { totp_secret_base64: app.secret_base64 }));
  return app;
};
