import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandalone, type StandaloneShape } from '../shape/standalone.ts';
import { getUser, inboxOf, signIn, signUp, whoami } from './api.ts';
import { startLoad } from './load.ts';

let portico: StandaloneShape;

beforeAll(async () => {
  portico = await startStandalone();
});

afterAll(() => portico.stop());

describe('standalone killed under load', () => {
  it('has everything it acknowledged when it starts again', async () => {
    const users = new Map<string, { id: string; access_token: string }>();
    for (let round = 0; round < 2; round++) {
      const load = startLoad(async (index) => {
        const email = `round-${round}-${index}@chaos.example`;
        const { status, body } = await signUp(portico, email);
        if (status === 200)
          users.set(email, { id: String(body.user_id), access_token: String(body.access_token) });
      });
      const wanted = users.size + 6;
      await expect.poll(() => users.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
      await portico.kill();
      await load.stop();
      await portico.start();
    }
    for (const [email, { id, access_token }] of users) {
      expect((await getUser(portico, id)).body.primary_email).toBe(email);
      expect((await whoami(portico, access_token)).status).toBe(200);
      await expect.poll(() => inboxOf(portico, email), { timeout: 30_000 }).toHaveLength(1);
    }
    const [email] = [...users.keys()];
    expect((await signIn(portico, email ?? '')).status).toBe(200);
  });
});
