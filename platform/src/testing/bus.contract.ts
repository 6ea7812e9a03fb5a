/** What every event bus promises; each implementation runs this suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Event } from '@portico/proto/events/v1/event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventBus } from '../events/bus.ts';
import { newUuid } from '../ids.ts';

export interface BusUnderTest {
  /** Each call: another process' view of the same bus. */
  create(): EventBus | Promise<EventBus>;
  /** How long an event may take, in milliseconds. */
  patience: number;
}

/** An event that is complete as far as a bus cares. */
export const testEvent = (subject: string, type = 'test.happened'): Event =>
  Event.fromPartial({
    id: newUuid(),
    type,
    project_id: 'p1',
    branch_id: 'main',
    subject,
    occurred_at_millis: 1_750_000_000_000,
    data: { nested: [1, null, 'ü'] },
  });

export const busContract = (name: string, { create, patience }: BusUnderTest): void => {
  describe(`the ${name} bus`, () => {
    let bus: EventBus;
    let topic: string;
    let group: string;

    beforeEach(async () => {
      bus = await create();
      topic = `test.${newUuid()}`;
      group = `group-${newUuid()}`;
    });

    afterEach(() => bus.stop());

    const until = (check: () => void) => vi.waitFor(check, { timeout: patience, interval: 20 });

    it('delivers an event whole, to every group once', async () => {
      const seen: Event[][] = [[], []];
      for (const [i, list] of seen.entries()) {
        await bus.subscribe({
          topics: [topic],
          group: `${group}-${i}`,
          handle: async (event) => void list.push(event),
        });
      }
      const event = testEvent('u1');
      await bus.publish(topic, [event]);
      await until(() => expect(seen).toEqual([[event], [event]]));
    });

    it('delivers large events, and many of them published at once, in their order', async () => {
      const seen: [string, number][] = [];
      const handle = async ({ type, data }: Event) => void seen.push([type, String(data).length]);
      await bus.subscribe({ topics: [topic], group, handle });
      const large = (type: string, length: number): Event => ({
        ...testEvent('u1', type),
        data: 'x'.repeat(length),
      });
      const sizes = [10, 600_000, 600_000, 600_000, 13_000_000, 20, 400_000];
      await bus.publish(
        topic,
        sizes.map((size, index) => large(`number ${index}`, size)),
      );
      await until(() => expect(seen).toEqual(sizes.map((size, index) => [`number ${index}`, size])));
    });

    it('keeps the order within a key', async () => {
      const seen: string[] = [];
      await bus.subscribe({
        topics: [topic],
        group,
        handle: async (event) => {
          await sleep(Math.random() * 3);
          seen.push(`${event.subject}:${event.type}`);
        },
      });
      const subjects = ['a', 'b', 'c', 'd', 'e'];
      const rounds = Array.from({ length: 20 }, (_, i) => String(i));
      for (const half of [rounds.slice(0, 10), rounds.slice(10)]) {
        await bus.publish(
          topic,
          half.flatMap((round) => subjects.map((subject) => testEvent(subject, round))),
        );
      }
      await until(() => expect(seen).toHaveLength(100));
      for (const subject of subjects) {
        const ofSubject = seen.filter((text) => text.startsWith(`${subject}:`));
        expect(ofSubject).toEqual(rounds.map((round) => `${subject}:${round}`));
      }
    });

    it('delivers again what a handler refused, before later events of the key', async () => {
      const seen: string[] = [];
      let refusals = 2;
      await bus.subscribe({
        topics: [topic],
        group,
        handle: async (event) => {
          if (event.type === 'first' && refusals-- > 0) throw new Error('not now');
          seen.push(event.type);
        },
      });
      // Not awaited: a bus in process answers only when all is handled.
      const publishing = bus.publish(topic, [testEvent('u1', 'first'), testEvent('u1', 'second')]);
      await until(() => expect(seen).toEqual(['first', 'second']));
      await publishing;
    });

    it('delivers only topics subscribed to', async () => {
      const seen: string[] = [];
      await bus.subscribe({ topics: [topic], group, handle: async (event) => void seen.push(event.type) });
      await bus.publish(`${topic}.other`, [testEvent('u1', 'other')]);
      await bus.publish(topic, [testEvent('u1', 'wanted')]);
      await until(() => expect(seen).toEqual(['wanted']));
    });

    it('refuses to publish after its end', async () => {
      await bus.stop();
      await expect(bus.publish(topic, [testEvent('u1')])).rejects.toThrow();
    });
  });
};
