import { expect, it } from 'vitest';
import { busContract, testEvent } from '../testing/bus.contract.ts';
import { createLocalBus } from './local-bus.ts';

busContract('local', { create: createLocalBus, patience: 3_000 });

it('answers for an event only when every group has handled it', async () => {
  const bus = createLocalBus();
  let finish = (): void => undefined;
  let published = false;
  await bus.subscribe({
    topics: ['t'],
    group: 'g',
    handle: () => new Promise((resolve) => (finish = resolve)),
  });
  const publishing = bus.publish('t', [testEvent('u')]).then(() => (published = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(published).toBe(false);
  finish();
  await publishing;
});

it('holds what is published before its release for groups that subscribe until then', async () => {
  const bus = createLocalBus({ hold: true });
  const seen: string[] = [];
  const publishing = bus.publish('t', [testEvent('u')]);
  await bus.subscribe({ topics: ['t'], group: 'g', handle: async (event) => void seen.push(event.subject) });
  bus.release();
  await publishing;
  expect(seen).toEqual(['u']);
});

it('does not answer for an event that a stopped group has not handled', async () => {
  const bus = createLocalBus();
  const subscription = await bus.subscribe({
    topics: ['t'],
    group: 'g',
    handle: () => Promise.reject(new Error('no')),
  });
  const publishing = bus.publish('t', [testEvent('u')]);
  const rejected = expect(publishing).rejects.toThrow();
  await subscription.stop();
  await rejected;
});
