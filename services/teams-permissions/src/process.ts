import { systemClock } from '@portico/platform/clock';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { createKafkaBus } from '@portico/platform/events/kafka-bus';
import { connect, openChannel } from '@portico/platform/grpc/client';
import { bind, serveGrpc } from '@portico/platform/grpc/serve';
import type { BuildContext, Running } from '@portico/platform/run';
import { ImagesServiceDefinition } from '@portico/proto/identity/v1/images';
import { UsersServiceDefinition } from '@portico/proto/identity/v1/users';
import { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import type { configSchema } from './config.ts';
import { createTeamsPermissionsService, database } from './service.ts';

type Rpcs = ReturnType<typeof createTeamsPermissionsService>['rpcs'];

const boundServices = (rpcs: Rpcs) => [
  bind(TeamsServiceDefinition, rpcs.teams),
  bind(MembershipsServiceDefinition, rpcs.memberships),
  bind(PermissionsServiceDefinition, rpcs.permissions),
  bind(ProvisioningServiceDefinition, rpcs.provisioning),
];

/** The service in a process of its own: Kafka, gRPC in and out. */
export const buildProcess = async ({ config, log }: BuildContext<typeof configSchema>): Promise<Running> => {
  const db = await openDatabase({ url: config.PORTICO_DATABASE_URL, ...database, log });
  const bus = createKafkaBus({
    brokers: config.PORTICO_KAFKA_BROKERS,
    prefix: config.PORTICO_KAFKA_PREFIX,
    client_id: 'teams-permissions',
    log,
  });
  const channel = openChannel(config.IDENTITY_URL);
  const identity = {
    users: connect(UsersServiceDefinition, channel),
    images: connect(ImagesServiceDefinition, channel),
  };
  const service = createTeamsPermissionsService({ db, bus, clock: systemClock, log, identity });
  let server: Awaited<ReturnType<typeof serveGrpc>> | undefined;

  const start = async (): Promise<void> => {
    await migrate(db);
    await service.start();
    server = await serveGrpc({ port: config.GRPC_PORT, services: boundServices(service.rpcs), log });
  };
  const stop = async (): Promise<void> => {
    await server?.stop();
    await service.stop();
    await bus.stop();
    channel.close();
    await db.destroy();
  };
  return { start, stop };
};
