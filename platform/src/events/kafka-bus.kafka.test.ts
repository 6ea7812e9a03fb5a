import { busContract } from '../testing/bus.contract.ts';
import { outboxToEffect } from '../testing/outbox.contract.ts';
import { createKafkaBus } from './kafka-bus.ts';

const brokers = process.env.PORTICO_TEST_KAFKA_BROKERS!.split(',');
const create = () => createKafkaBus({ brokers, client_id: 'test', partitions: 4 });

busContract('Kafka', { create, patience: 30_000 });
outboxToEffect('Kafka', { create, patience: 30_000 });
