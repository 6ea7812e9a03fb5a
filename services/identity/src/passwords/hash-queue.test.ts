import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

const parameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const queue = createHashQueue({ threads: 1, queue: 20 });

afterAll(() => queue.close());

describe('the line in front of the hashing threads', () => {
  it('gives everybody who was hashed together their own result, and a failure to nobody else', async () => {
    const passwords = Array.from({ length: 8 }, (_, index) => `password ${index}`);
    const hashes = await Promise.all(
      passwords.map((password) => queue.run({ kind: 'hash', password, parameters })),
    );
    expect(new Set(hashes).size).toBe(8);
    const answers = await Promise.allSettled(
      hashes.map((hash, index) => {
        const password = index % 2 === 0 ? `password ${index}` : 'another';
        return queue.run({ kind: 'verify', password, hash: index === 5 ? 'no hash' : String(hash) });
      }),
    );
    const values = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'));
    expect(values).toEqual([true, false, true, false, true, 'failed', true, false]);
  });

  it('counts work elsewhere as a turn: what comes later waits for it', async () => {
    const order: string[] = [];
    const elsewhere = queue.takeTurn(async () => {
      await sleep(50);
      order.push('elsewhere');
    });
    const later = queue.run({ kind: 'hash', password: 'p', parameters }).then(() => order.push('later'));
    await Promise.all([elsewhere, later]);
    expect(order).toEqual(['elsewhere', 'later']);
  });

  it('has its thread back after work elsewhere that failed', async () => {
    const failing = queue.takeTurn(() => Promise.reject(new Error('no such kind')));
    await expect(failing).rejects.toThrow('no such kind');
    await expect(queue.run({ kind: 'hash', password: 'p', parameters })).resolves.toContain('$argon2id$');
  });
});
