/** All services in this process, each with its own database, bound to one another without a network. */
import { createApiKeysService } from '@portico/api-keys/service';
import { createEmailService } from '@portico/email/service';
import { createEventsService } from '@portico/events/service';
import { createIdentityService } from '@portico/identity/service';
import { systemClock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { createKeyring } from '@portico/platform/keyring';
import type { Log } from '@portico/platform/log';
import { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { MailServiceDefinition } from '@portico/proto/email/v1/mail';
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
import { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import { createTeamsPermissionsService } from '@portico/teams-permissions/service';
import type { Settings } from './config.ts';
import type { Databases } from './databases.ts';
import { late } from './late.ts';

export interface ServicesOptions {
  databases: Databases;
  bus: EventBus;
  settings: Settings;
  log: Log;
}

/** What the services call each other by; each function finds its service at the first call. */
const createLinks = (find: () => Built) => ({
  identity: {
    users: late(UsersServiceDefinition, () => find().identity.rpcs.users),
    passwords: late(PasswordsServiceDefinition, () => find().identity.rpcs.passwords),
    oauth: late(OAuthServiceDefinition, () => find().identity.rpcs.oauth),
    oauth_providers: late(OAuthProvidersServiceDefinition, () => find().identity.rpcs.oauth_providers),
    otp: late(OtpServiceDefinition, () => find().identity.rpcs.otp),
    mfa: late(MfaServiceDefinition, () => find().identity.rpcs.mfa),
    passkeys: late(PasskeysServiceDefinition, () => find().identity.rpcs.passkeys),
    anonymous: late(AnonymousServiceDefinition, () => find().identity.rpcs.anonymous),
    cli_logins: late(CliLoginsServiceDefinition, () => find().identity.rpcs.cli_logins),
    sessions: late(SessionsServiceDefinition, () => find().identity.rpcs.sessions),
    signing_keys: late(SigningKeysServiceDefinition, () => find().identity.rpcs.signing_keys),
    contact_channels: late(ContactChannelsServiceDefinition, () => find().identity.rpcs.contact_channels),
    images: late(ImagesServiceDefinition, () => find().identity.rpcs.images),
    projects: late(ProjectsServiceDefinition, () => find().identity.rpcs.projects),
    config: late(ConfigServiceDefinition, () => find().identity.rpcs.config),
  },
  teams_permissions: {
    teams: late(TeamsServiceDefinition, () => find().teams_permissions.rpcs.teams),
    memberships: late(MembershipsServiceDefinition, () => find().teams_permissions.rpcs.memberships),
    permissions: late(PermissionsServiceDefinition, () => find().teams_permissions.rpcs.permissions),
    provisioning: late(ProvisioningServiceDefinition, () => find().teams_permissions.rpcs.provisioning),
  },
  api_keys: { project_keys: late(ProjectKeysServiceDefinition, () => find().api_keys.rpcs.project_keys) },
  email: {
    inbox: late(InboxServiceDefinition, () => find().email.rpcs.inbox),
    mail: late(MailServiceDefinition, () => find().email.rpcs.mail),
  },
  events: { audit_log: late(AuditLogServiceDefinition, () => find().events.rpcs.audit_log) },
});

type Links = ReturnType<typeof createLinks>;

interface Built {
  identity: ReturnType<typeof createIdentityService>;
  teams_permissions: ReturnType<typeof createTeamsPermissionsService>;
  api_keys: ReturnType<typeof createApiKeysService>;
  email: ReturnType<typeof createEmailService>;
  events: ReturnType<typeof createEventsService>;
}

const build = ({ databases, bus, settings, log }: ServicesOptions, links: Links): Built => {
  const shared = { bus, log, clock: systemClock, keyring: createKeyring(settings.PORTICO_ENCRYPTION_KEYS) };
  const { identity, teams_permissions, api_keys, email } = links;
  return {
    identity: createIdentityService({
      ...shared,
      db: databases.identity,
      config: settings,
      teams: teams_permissions,
      api_keys,
      email,
    }),
    teams_permissions: createTeamsPermissionsService({
      ...shared,
      db: databases.teams_permissions,
      identity,
    }),
    api_keys: createApiKeysService({ ...shared, db: databases.api_keys }),
    email: createEmailService({ ...shared, db: databases.email, config: settings, identity }),
    events: createEventsService({ ...shared, db: databases.events }),
  };
};

export interface RunningServices {
  /** As the gateway wants them, and they one another. */
  readonly services: Links;
  /** Relays, consumers and jobs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const createServices = (options: ServicesOptions): RunningServices => {
  const links = createLinks(() => built);
  const built: Built = build(options, links);
  const all = Object.values(built);
  return {
    services: links,
    start: async () => {
      for (const service of all) await service.start();
    },
    stop: async () => {
      for (const service of [...all].reverse()) await service.stop();
    },
  };
};
