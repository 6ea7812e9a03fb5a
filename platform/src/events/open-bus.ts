import type { Log } from '../log.ts';
import type { EventBus } from './bus.ts';

export interface OpenBusOptions {
  /** Empty: in process. */
  brokers: readonly string[];
  client_id: string;
  log: Log;
}

/** The bus the configuration asks for; kafkajs is loaded only when it is Kafka. */
export const openBus = async ({ brokers, client_id, log }: OpenBusOptions): Promise<EventBus> => {
  if (brokers.length > 0) return (await import('./kafka-bus.ts')).createKafkaBus({ brokers, client_id, log });
  return (await import('./local-bus.ts')).createLocalBus();
};
