import { beforeAll, describe, expect, it } from 'vitest';
import { expectText, ok, type Answer } from '../src/client.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

/** The first answer that is 429, and how many requests went before it. */
const untilRefused = async (send: () => Promise<Answer>, most: number) => {
  for (let sent = 0; sent <= most; sent += 1) {
    const answer = await send();
    if (answer.status === 429) return { answer, sent };
  }
  throw new Error(`none of ${most} requests was refused`);
};

const expectLimit = async (send: () => Promise<Answer>, points: number) => {
  const { answer, sent } = await untilRefused(send, points);
  expect(sent).toBe(points);
  expectText(answer, 429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
};

describe('one account or address is limited, whatever the answers were', () => {
  it('sign-ups with one address', async () => {
    const body = { email: newEmail(), password: 'short' };
    await expectLimit(() => project.client.post('/auth/password/sign-up', body), 60);
    ok(await project.client.post('/auth/password/sign-up', { email: newEmail(), password: 'long enough' }));
  });

  it('changes of a password, of both kinds together', async () => {
    const user = await project.signUp();
    const caller = project.as('client', user);
    const change = { old_password: 'wrong password', new_password: 'short' };
    for (let i = 0; i < 15; i += 1) await caller.post('/auth/password/set', { password: 'short' });
    await expectLimit(() => caller.post('/auth/password/update', change), 15);
    expectText(await caller.post('/auth/password/set', { password: 'short' }), 429);
  });

  it('mails to one address and mails for one user', async () => {
    const user = await project.signUp();
    const caller = project.as('client', user);
    const callback_url = 'https://evil.example/';
    const body = { email: user.email, callback_url };
    await expectLimit(() => caller.post('/contact-channels/send-verification-code', body), 20);
    const { items } = ok(await caller.get('/contact-channels?user_id=me')) as { items: { id: string }[] };
    const path = `/contact-channels/me/${items[0]!.id}/send-verification-code`;
    await expectLimit(() => caller.post(path, { callback_url }), 20);
  });

  it('and nobody else, nor what has no limit', async () => {
    const user = await project.signUp();
    ok(await project.as('client', user).get('/users/me'));
    const { email, password } = user;
    ok(await project.client.post('/auth/password/sign-in', { email, password }));
  });
});
