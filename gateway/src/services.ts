/** The services as the gateway sees them, and how to reach them over gRPC. */
import { connect, openChannel, type Channel } from '@portico/platform/grpc/client';
import type { Rpcs, ServiceDefinitionLike } from '@portico/platform/grpc/unary';
import { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { AuditLogServiceDefinition } from '@portico/proto/events/v1/audit_log';
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
import { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';

const definitions = {
  identity: {
    users: UsersServiceDefinition,
    passwords: PasswordsServiceDefinition,
    oauth: OAuthServiceDefinition,
    oauth_providers: OAuthProvidersServiceDefinition,
    otp: OtpServiceDefinition,
    mfa: MfaServiceDefinition,
    passkeys: PasskeysServiceDefinition,
    anonymous: AnonymousServiceDefinition,
    cli_logins: CliLoginsServiceDefinition,
    sessions: SessionsServiceDefinition,
    signing_keys: SigningKeysServiceDefinition,
    contact_channels: ContactChannelsServiceDefinition,
    images: ImagesServiceDefinition,
    projects: ProjectsServiceDefinition,
    config: ConfigServiceDefinition,
  },
  teams_permissions: {
    teams: TeamsServiceDefinition,
    memberships: MembershipsServiceDefinition,
    permissions: PermissionsServiceDefinition,
  },
  api_keys: { project_keys: ProjectKeysServiceDefinition },
  email: { inbox: InboxServiceDefinition },
  events: { audit_log: AuditLogServiceDefinition },
};

type Definitions = typeof definitions;

type RpcsOf<D> = D extends ServiceDefinitionLike ? Rpcs<D> : never;

/** One table of functions a proto service, in process or over gRPC. */
export type Services = {
  readonly [S in keyof Definitions]: { readonly [R in keyof Definitions[S]]: RpcsOf<Definitions[S][R]> };
};

/** Where the services listen, as `host:port`. */
export type ServiceAddresses = Readonly<Record<keyof Services, string>>;

export interface ConnectedServices {
  readonly services: Services;
  close(): void;
}

const connectAll = (channel: Channel, group: Readonly<Record<string, ServiceDefinitionLike>>) =>
  Object.fromEntries(Object.entries(group).map(([name, definition]) => [name, connect(definition, channel)]));

/** Connections are made with the first call; closing drops them. */
export const connectServices = (addresses: ServiceAddresses): ConnectedServices => {
  const channels: Channel[] = [];
  const groups = Object.entries(definitions).map(([name, group]) => {
    const channel = openChannel(addresses[name as keyof Services]);
    channels.push(channel);
    return [name, connectAll(channel, group)];
  });
  return {
    services: Object.fromEntries(groups) as Services,
    close: () => channels.forEach((channel) => channel.close()),
  };
};
