/** The identity service as a process of its own: gRPC in, gRPC to its neighbours, a bus of events. */
import { systemClock } from '@portico/platform/clock';
import { migrate } from '@portico/platform/db/migrate';
import { openDatabase } from '@portico/platform/db/data-source';
import { openBus } from '@portico/platform/events/open-bus';
import { connect, openChannel } from '@portico/platform/grpc/client';
import { bind, serveGrpc } from '@portico/platform/grpc/serve';
import { createKeyring } from '@portico/platform/keyring';
import type { BuildContext, Running } from '@portico/platform/run';
import { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { MailServiceDefinition } from '@portico/proto/email/v1/mail';
import { AnonymousServiceDefinition } from '@portico/proto/identity/v1/anonymous';
import { CliLoginsServiceDefinition } from '@portico/proto/identity/v1/cli_logins';
import { ConfigServiceDefinition } from '@portico/proto/identity/v1/config';
import { ContactChannelsServiceDefinition } from '@portico/proto/identity/v1/contact_channels';
import { ImagesServiceDefinition } from '@portico/proto/identity/v1/images';
import { MfaServiceDefinition } from '@portico/proto/identity/v1/mfa';
import { OtpServiceDefinition } from '@portico/proto/identity/v1/otp';
import { PasskeysServiceDefinition } from '@portico/proto/identity/v1/passkeys';
import { OAuthServiceDefinition } from '@portico/proto/identity/v1/oauth';
import { OAuthProvidersServiceDefinition } from '@portico/proto/identity/v1/oauth_providers';
import { PasswordsServiceDefinition } from '@portico/proto/identity/v1/passwords';
import { ProjectsServiceDefinition } from '@portico/proto/identity/v1/projects';
import { SessionsServiceDefinition } from '@portico/proto/identity/v1/sessions';
import { SigningKeysServiceDefinition } from '@portico/proto/identity/v1/signing_keys';
import { UsersServiceDefinition } from '@portico/proto/identity/v1/users';
import { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import type { configSchema } from './config.ts';
import { createIdentityService, database, type IdentityService } from './service.ts';

type Context = BuildContext<typeof configSchema>;

const bindAll = ({ rpcs }: IdentityService) => [
  bind(ProjectsServiceDefinition, rpcs.projects),
  bind(ConfigServiceDefinition, rpcs.config),
  bind(UsersServiceDefinition, rpcs.users),
  bind(ContactChannelsServiceDefinition, rpcs.contact_channels),
  bind(PasswordsServiceDefinition, rpcs.passwords),
  bind(OAuthServiceDefinition, rpcs.oauth),
  bind(OAuthProvidersServiceDefinition, rpcs.oauth_providers),
  bind(OtpServiceDefinition, rpcs.otp),
  bind(MfaServiceDefinition, rpcs.mfa),
  bind(PasskeysServiceDefinition, rpcs.passkeys),
  bind(AnonymousServiceDefinition, rpcs.anonymous),
  bind(CliLoginsServiceDefinition, rpcs.cli_logins),
  bind(SessionsServiceDefinition, rpcs.sessions),
  bind(SigningKeysServiceDefinition, rpcs.signing_keys),
  bind(ImagesServiceDefinition, rpcs.images),
];

const openNeighbours = (config: Context['config']) => {
  const channels = {
    teams: openChannel(config.TEAMS_PERMISSIONS_URL),
    api_keys: openChannel(config.API_KEYS_URL),
    email: openChannel(config.EMAIL_URL),
  };
  const clients = {
    teams: {
      teams: connect(TeamsServiceDefinition, channels.teams),
      memberships: connect(MembershipsServiceDefinition, channels.teams),
      permissions: connect(PermissionsServiceDefinition, channels.teams),
      provisioning: connect(ProvisioningServiceDefinition, channels.teams),
    },
    api_keys: { project_keys: connect(ProjectKeysServiceDefinition, channels.api_keys) },
    email: {
      inbox: connect(InboxServiceDefinition, channels.email),
      mail: connect(MailServiceDefinition, channels.email),
    },
  };
  return { clients, close: () => Object.values(channels).forEach((channel) => channel.close()) };
};

export const buildProcess = async ({ config, log }: Context): Promise<Running> => {
  const db = await openDatabase({ ...database, url: config.PORTICO_DATABASE_URL, log });
  await migrate(db);
  const bus = await openBus({
    brokers: config.PORTICO_KAFKA_BROKERS,
    prefix: config.PORTICO_KAFKA_PREFIX,
    client_id: 'identity',
    log,
  });
  const neighbours = openNeighbours(config);
  const keyring = createKeyring(config.PORTICO_ENCRYPTION_KEYS);
  const options = { db, config, keyring, bus, clock: systemClock, log, ...neighbours.clients };
  const service = createIdentityService(options);
  let server: Awaited<ReturnType<typeof serveGrpc>> | undefined;
  return {
    start: async () => {
      await service.start();
      server = await serveGrpc({ port: config.GRPC_PORT, services: bindAll(service), log });
    },
    stop: async () => {
      await server?.stop();
      await service.stop();
      await bus.stop();
      neighbours.close();
      await db.destroy();
    },
  };
};
