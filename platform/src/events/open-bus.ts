import type { Log } from '../log.ts';
import type { EventBus } from './bus.ts';

export interface OpenBusOptions {
  /** Empty: in process. */
  brokers: readonly string[];
  /** Of Kafka's topics and groups. */
  prefix: string;
  client_id: string;
  log: Log;
}

/** The bus the configuration asks for; kafkajs is loaded only when it is Kafka. */
export const openBus = async (options: OpenBusOptions): Promise<EventBus> => {
  if (options.brokers.length > 0) return (await import('./kafka-bus.ts')).createKafkaBus(options);
  return (await import('./local-bus.ts')).createLocalBus();
};
