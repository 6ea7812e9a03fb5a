import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { startConsumer } from '@portico/platform/events/consumer';
import { outboxEntities } from '@portico/platform/events/outbox';
import { startRelay } from '@portico/platform/events/relay';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import { identityEventHandlers } from './consumers/identity-events.ts';
import type { Identity } from './identity.ts';
import { membershipsRpcs } from './memberships/memberships.rpc.ts';
import { permissionsRpcs } from './permissions/permissions.rpc.ts';
import { provisioningRpcs } from './provisioning/provisioning.rpc.ts';
import { TeamEntity } from './teams/team.entity.ts';
import { teamsRpcs } from './teams/teams.rpc.ts';

export interface TeamsPermissionsDeps {
  readonly db: DataSource;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity: Identity;
}

/** What `openDatabase` needs to know. */
export const database = {
  database: 'teams_permissions',
  entities: [...outboxEntities, TeamEntity],
  migrations,
};

export const createTeamsPermissionsService = (deps: TeamsPermissionsDeps) => {
  const { db, bus, log } = deps;
  const stops: (() => Promise<void>)[] = [];

  const start = async (): Promise<void> => {
    const relay = startRelay({ db, bus, topic: 'portico.teams', log });
    stops.push(() => relay.stop());
    const consumer = await startConsumer({
      db,
      bus,
      topics: ['portico.identity'],
      group: 'teams-permissions',
      handlers: identityEventHandlers,
      log,
    });
    stops.push(() => consumer.stop());
  };

  const stop = async (): Promise<void> => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };

  const rpcs = {
    teams: teamsRpcs(deps),
    memberships: membershipsRpcs(deps),
    permissions: permissionsRpcs(deps),
    provisioning: provisioningRpcs(deps),
  };
  return { rpcs, start, stop };
};
