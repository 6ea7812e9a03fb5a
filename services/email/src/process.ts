import { systemClock } from '@portico/platform/clock';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { createKafkaBus } from '@portico/platform/events/kafka-bus';
import { connect, openChannel } from '@portico/platform/grpc/client';
import { bind, serveGrpc } from '@portico/platform/grpc/serve';
import { createKeyring } from '@portico/platform/keyring';
import type { BuildContext, Running } from '@portico/platform/run';
import { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { MailServiceDefinition } from '@portico/proto/email/v1/mail';
import { ConfigServiceDefinition } from '@portico/proto/identity/v1/config';
import type { configSchema } from './config.ts';
import { createEmailService, database } from './service.ts';

/** The service in a process of its own: Kafka, gRPC in and out. */
export const buildProcess = async ({ config, log }: BuildContext<typeof configSchema>): Promise<Running> => {
  const db = await openDatabase({ url: config.PORTICO_DATABASE_URL, ...database, log });
  const bus = createKafkaBus({
    brokers: config.PORTICO_KAFKA_BROKERS,
    prefix: config.PORTICO_KAFKA_PREFIX,
    client_id: 'email',
    log,
  });
  const channel = openChannel(config.IDENTITY_URL);
  const identity = { config: connect(ConfigServiceDefinition, channel) };
  const keyring = createKeyring(config.PORTICO_ENCRYPTION_KEYS);
  const service = createEmailService({ db, config, bus, keyring, clock: systemClock, log, identity });
  const services = [
    bind(InboxServiceDefinition, service.rpcs.inbox),
    bind(MailServiceDefinition, service.rpcs.mail),
  ];
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
    channel.close();
    await db.destroy();
  };
  return { start, stop };
};
