import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { startConsumer } from '@portico/platform/events/consumer';
import { outboxEntities } from '@portico/platform/events/outbox';
import { startRelay } from '@portico/platform/events/relay';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { ProjectKeySetEntity } from './project-keys/project-key-set.entity.ts';
import { projectKeysRpcs } from './project-keys/project-keys.rpc.ts';

export interface ApiKeysDeps {
  readonly db: DataSource;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Log;
}

/** What `openDatabase` needs to know. */
export const database = {
  database: 'api_keys',
  entities: [...outboxEntities, ProjectKeySetEntity],
  migrations,
};

export const createApiKeysService = ({ db, bus, clock, log }: ApiKeysDeps) => {
  const stops: (() => Promise<void>)[] = [];

  const start = async (): Promise<void> => {
    const relay = startRelay({ db, bus, topic: 'portico.api-keys', log });
    stops.push(() => relay.stop());
    const consumer = await startConsumer({
      db,
      bus,
      topics: ['portico.identity'],
      group: 'api-keys',
      handlers: { 'project.deleted': onProjectDeleted },
      log,
    });
    stops.push(() => consumer.stop());
  };

  const stop = async (): Promise<void> => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };

  return { rpcs: { project_keys: projectKeysRpcs({ db, clock }) }, start, stop };
};
