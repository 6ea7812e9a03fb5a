import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDistributed, type DistributedShape } from '../shape/distributed.ts';
import { inboxOf, renameUser, signUp } from './api.ts';
import { openAuditLog, type AuditLog } from './audit-log.ts';
import { newBackends, startServer, stopServer } from './servers.ts';

let portico: DistributedShape;
let audit: AuditLog;

beforeAll(async () => {
  portico = await startDistributed({ backends: newBackends() });
  audit = openAuditLog(portico.addressOf('events'));
});

afterAll(async () => {
  audit.close();
  await portico.stop();
  await startServer('kafka');
});

const RENAMES = 3;

const signUpAndRename = async (email: string): Promise<string> => {
  const { status, body } = await signUp(portico, email);
  expect(status, JSON.stringify(body)).toBe(200);
  const user_id = String(body.user_id);
  for (let index = 0; index < RENAMES; index++) {
    expect((await renameUser(portico, user_id, `Name ${index}`)).status).toBe(200);
  }
  return user_id;
};

/** What a sign-up with renames leaves in the log, once each. */
const expectedCounts = { 'user.created': 1, 'session.created': 1, 'email.requested': 1 };

const countsOf = (types: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

describe('while Kafka is away', () => {
  const users = new Map<string, string>();

  it('people still sign up', async () => {
    users.set('before@chaos.example', await signUpAndRename('before@chaos.example'));
    await stopServer('kafka');
    const started = performance.now();
    for (let index = 0; index < 10; index++) {
      const email = `during-${index}@chaos.example`;
      users.set(email, await signUpAndRename(email));
    }
    expect((performance.now() - started) / users.size).toBeLessThan(3_000);
  });

  it('no event is lost, doubled or out of order when it is back', async () => {
    await startServer('kafka');
    for (const [email, user_id] of users) {
      await expect
        .poll(async () => countsOf(await audit.typesOf(user_id))['user.updated'] ?? 0, {
          timeout: 90_000,
          interval: 500,
        })
        .toBeGreaterThanOrEqual(RENAMES);
      const types = await audit.typesOf(user_id);
      expect(countsOf(types), email).toMatchObject(expectedCounts);
      expect(types[0], email).toBe('user.created');
      expect(types.slice(-RENAMES), email).toEqual(Array(RENAMES).fill('user.updated'));
    }
    expect(await audit.isIntact()).toBe(true);
  });

  it('every mail that was ordered arrives once', async () => {
    for (const email of users.keys()) {
      await expect.poll(() => inboxOf(portico, email), { timeout: 30_000 }).toHaveLength(1);
    }
  });
});
