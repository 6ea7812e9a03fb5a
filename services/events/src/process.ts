import { systemClock } from '@portico/platform/clock';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { createKafkaBus } from '@portico/platform/events/kafka-bus';
import { bind, serveGrpc } from '@portico/platform/grpc/serve';
import type { BuildContext, Running } from '@portico/platform/run';
import { AuditLogServiceDefinition } from '@portico/proto/events/v1/audit_log';
import type { configSchema } from './config.ts';
import { createEventsService, database } from './service.ts';

/** The service in a process of its own: Kafka, gRPC in. */
export const buildProcess = async ({ config, log }: BuildContext<typeof configSchema>): Promise<Running> => {
  const db = await openDatabase({ url: config.PORTICO_DATABASE_URL, ...database, log });
  const bus = createKafkaBus({
    brokers: config.PORTICO_KAFKA_BROKERS,
    prefix: config.PORTICO_KAFKA_PREFIX,
    client_id: 'events',
    log,
  });
  const service = createEventsService({ db, bus, clock: systemClock, log });
  const services = [bind(AuditLogServiceDefinition, service.rpcs.audit_log)];
  let server: Awaited<ReturnType<typeof serveGrpc>> | undefined;

  const start = async (): Promise<void> => {
    await migrate(db);
    // The port first: a taken one is known before events flow.
    server = await serveGrpc({ port: config.GRPC_PORT, services, log });
    await service.start();
  };
  const stop = async (): Promise<void> => {
    await server?.stop();
    await service.stop();
    await bus.stop();
    await db.destroy();
  };
  return { start, stop };
};
