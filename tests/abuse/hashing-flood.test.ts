import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ok, send, url } from '../src/client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../src/project.ts';
import { fromElsewhere } from './from-elsewhere.ts';
import { inParallel } from './in-parallel.ts';
import { timed } from './timed.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const WIDTH = 200;
const SAMPLES = 100;
/** For the 99th percentile, with attackers, server and databases on two cores that do other things too. */
const BOUND_MILLIS = 3_000;

const percentile = (share: number, millis: readonly number[]): number =>
  [...millis].sort((a, b) => a - b)[Math.ceil(millis.length * share) - 1]!;

/** 200 sign-ins at any time until the end is called; answers how long those with each status took. */
const startFlood = () => {
  const given = { ...project.client.headers, 'content-type': 'application/json' };
  const took: Record<number, number[]> = {};
  let isOver = false;
  const signIn = async (): Promise<void> => {
    const headers = Object.entries({ ...given, ...fromElsewhere() }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const body = JSON.stringify({ email: newEmail(), password: 'wrong password' });
    // Past `send`, which takes no 503 for an answer.
    const target = `${url()}/api/v1/auth/password/sign-in`;
    const { answer: status, millis } = await timed(async () => {
      const response = await fetch(target, { method: 'POST', headers, body });
      await response.text();
      return response.status;
    });
    (took[status] ??= []).push(millis);
    // Kits that are told to come back later wait longer than this.
    if (status !== 400) await sleep(500);
  };
  const flood = inParallel(WIDTH, async () => {
    while (!isOver) await signIn();
  });
  return async () => {
    isOver = true;
    await flood;
    return took;
  };
};

describe('7 · 200 parallel sign-ins that saturate hashing', () => {
  it('leave refresh and health quick, are turned away with 429 or 503 when there are too many, and crash nothing', { timeout: 180_000 }, async () => {
    const user = await project.signUp();
    const refresh = { ...fromElsewhere(), 'x-stack-refresh-token': user.refresh_token };
    const refreshes: number[] = [];
    const checks: number[] = [];
    const end = startFlood();
    await sleep(200);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const path = '/auth/sessions/current/refresh';
      const refreshed = await timed(() => project.client.post(path, undefined, { headers: refresh }));
      ok(refreshed.answer);
      refreshes.push(refreshed.millis);
      const checked = await timed(() => send('GET', '/health'));
      ok(checked.answer);
      checks.push(checked.millis);
    }
    ok(await project.as('client', user).get('/users/me'));
    const { 400: judged = [], ...turnedAway } = await end();
    const wait = percentile(0.5, judged);
    for (const millis of [refreshes, checks]) {
      expect(percentile(0.99, millis)).toBeLessThan(BOUND_MILLIS);
      // Whatever the machine: who stands in the queue of the hashes waits as long as the sign-ins do.
      expect(percentile(0.5, millis)).toBeLessThan(wait / 4);
    }
    // Hashing was saturated only if there were too many.
    expect(Object.keys(turnedAway)).not.toEqual([]);
    expect(['429', '503']).toEqual(expect.arrayContaining(Object.keys(turnedAway)));
    ok(await project.client.post('/auth/password/sign-in', { email: user.email, password: PASSWORD }));
  }); // prettier-ignore
});
