import { describe, expect, it, vi } from 'vitest';
import { newUuid } from '../ids.ts';
import { busContract, testEvent } from '../testing/bus.contract.ts';
import { outboxToEffect } from '../testing/outbox.contract.ts';
import { createKafkaBus } from './kafka-bus.ts';

const brokers = process.env.PORTICO_TEST_KAFKA_BROKERS!.split(',');
const create = (prefix = '') => createKafkaBus({ brokers, prefix, client_id: 'test', partitions: 4 });

busContract('Kafka', { create: () => create(), patience: 30_000 });
outboxToEffect('Kafka', { create: () => create(), patience: 30_000 });

describe('two prefixes on one Kafka', () => {
  it('do not see one another: the same topic and group are theirs each', async () => {
    const [topic, group] = [`test.${newUuid()}`, `group-${newUuid()}`];
    const seen: Record<string, string[]> = { 'a.': [], 'b.': [], '': [] };
    const buses = Object.keys(seen).map((prefix) => ({ prefix, bus: create(prefix) }));
    for (const { prefix, bus } of buses) {
      const handle = async ({ type }: { type: string }) => void seen[prefix]!.push(type);
      await bus.subscribe({ topics: [topic], group, handle });
    }
    // Twice and with one key, so that an event of a neighbour would come before the last of one's own.
    for (const round of [1, 2]) {
      for (const { prefix, bus } of buses) await bus.publish(topic, [testEvent('u1', `${prefix}${round}`)]);
    }
    const own = Object.fromEntries(buses.map(({ prefix }) => [prefix, [`${prefix}1`, `${prefix}2`]]));
    await vi.waitFor(() => expect(seen).toEqual(own), { timeout: 30_000, interval: 20 });
    await Promise.all(buses.map(({ bus }) => bus.stop()));
  });
});
