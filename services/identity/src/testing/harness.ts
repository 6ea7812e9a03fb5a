/** The identity service with its real neighbours, each on a database of its own, reached as others reach it. */
import { createApiKeysService, database as apiKeysDatabase } from '@portico/api-keys/service';
import { systemCall, type AccessType, type CallContext } from '@portico/platform/call';
import { loadConfig } from '@portico/platform/config';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { sql } from '@portico/platform/db/sql';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { inProcess } from '@portico/platform/grpc/unary';
import { createKeyring, newKeyringEntry } from '@portico/platform/keyring';
import { createLog } from '@portico/platform/log';
import { createFakeClock } from '@portico/platform/testing/clock';
import { createTestDatabase } from '@portico/platform/testing/postgres';
import { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import { Event } from '@portico/proto/events/v1/event';
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
import { Project, ProjectsServiceDefinition } from '@portico/proto/identity/v1/projects';
import { SessionsServiceDefinition } from '@portico/proto/identity/v1/sessions';
import { SigningKeysServiceDefinition } from '@portico/proto/identity/v1/signing_keys';
import { UserInput, UsersServiceDefinition } from '@portico/proto/identity/v1/users';
import { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import { createTeamsPermissionsService, database as teamsDatabase } from '@portico/teams-permissions/service';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { identitySettings } from '../config.ts';
import { createIdentityService, database, type IdentityOptions, type IdentityService } from '../service.ts';

type Partially<T> = Parameters<typeof Project.fromPartial>[0] & T;

const open = async (url: string, options: Omit<Parameters<typeof openDatabase>[0], 'url'>) => {
  const db = await openDatabase({ ...options, url, pool_size: 10 });
  await migrate(db);
  return db;
};

const clientsOf = ({ rpcs }: IdentityService) => ({
  projects: inProcess(ProjectsServiceDefinition, rpcs.projects),
  config: inProcess(ConfigServiceDefinition, rpcs.config),
  users: inProcess(UsersServiceDefinition, rpcs.users),
  contact_channels: inProcess(ContactChannelsServiceDefinition, rpcs.contact_channels),
  passwords: inProcess(PasswordsServiceDefinition, rpcs.passwords),
  oauth: inProcess(OAuthServiceDefinition, rpcs.oauth),
  oauth_providers: inProcess(OAuthProvidersServiceDefinition, rpcs.oauth_providers),
  otp: inProcess(OtpServiceDefinition, rpcs.otp),
  mfa: inProcess(MfaServiceDefinition, rpcs.mfa),
  passkeys: inProcess(PasskeysServiceDefinition, rpcs.passkeys),
  anonymous: inProcess(AnonymousServiceDefinition, rpcs.anonymous),
  cli_logins: inProcess(CliLoginsServiceDefinition, rpcs.cli_logins),
  sessions: inProcess(SessionsServiceDefinition, rpcs.sessions),
  signing_keys: inProcess(SigningKeysServiceDefinition, rpcs.signing_keys),
  images: inProcess(ImagesServiceDefinition, rpcs.images),
});

/** Takes the events that were written since the last time. */
const takeEvents = async (db: DataSource): Promise<Event[]> => {
  const rows = await sql(db).query<{ payload: Buffer }>(
    'with taken as (delete from outbox_events returning *) select * from taken order by position',
  );
  return rows.map((row) => Event.decode(row.payload));
};

const openNeighbours = async (url: string, shared: Pick<IdentityOptions, 'bus' | 'clock' | 'log'>) => {
  const databases = { teams: await open(url, teamsDatabase), api_keys: await open(url, apiKeysDatabase) };
  let identity: ReturnType<typeof clientsOf> | undefined;
  const teams = createTeamsPermissionsService({
    ...shared,
    db: databases.teams,
    identity: {
      users: {
        userExists: (request, call) => identity!.users.userExists(request, call),
        clearSelectedTeam: (request, call) => identity!.users.clearSelectedTeam(request, call),
      },
      images: { storeImage: (request, call) => identity!.images.storeImage(request, call) },
    },
  });
  const apiKeys = createApiKeysService({ ...shared, db: databases.api_keys });
  return {
    databases,
    services: [teams, apiKeys],
    setIdentity: (clients: ReturnType<typeof clientsOf>) => {
      identity = clients;
    },
    clients: {
      teams: {
        teams: inProcess(TeamsServiceDefinition, teams.rpcs.teams),
        memberships: inProcess(MembershipsServiceDefinition, teams.rpcs.memberships),
        permissions: inProcess(PermissionsServiceDefinition, teams.rpcs.permissions),
        provisioning: inProcess(ProvisioningServiceDefinition, teams.rpcs.provisioning),
      },
      api_keys: { project_keys: inProcess(ProjectKeysServiceDefinition, apiKeys.rpcs.project_keys) },
    },
  };
};

export interface HarnessOptions {
  env?: Record<string, string>;
  oauth_stand_ins?: IdentityOptions['oauth_stand_ins'];
  /** Replaces neighbours, to let them fail. */
  wrap?(neighbours: Pick<IdentityOptions, 'teams' | 'api_keys'>): Pick<IdentityOptions, 'teams' | 'api_keys'>;
}

export const startIdentity = async (
  name: string,
  { env = {}, wrap = (same) => same, oauth_stand_ins }: HarnessOptions = {},
) => {
  const url = createTestDatabase(name);
  const db = await open(url, database);
  const shared = {
    bus: createLocalBus(),
    clock: createFakeClock(),
    log: createLog({ name: 'identity', level: 'silent' }),
  };
  const neighbours = await openNeighbours(url, shared);
  const keys = newKeyringEntry('k1');
  const config = loadConfig(z.object(identitySettings), {
    PORTICO_PUBLIC_URL: 'https://api.example.com/',
    PORTICO_ENCRYPTION_KEYS: keys,
    ...env,
  });
  const keyring = createKeyring(keys);
  const service = createIdentityService({
    ...shared,
    ...wrap(neighbours.clients),
    db,
    config,
    keyring,
    oauth_stand_ins,
  });
  const clients = clientsOf(service);
  neighbours.setIdentity(clients);

  const internal = systemCall('internal');
  const bootstrap = () =>
    clients.projects.bootstrap(
      {
        publishable_client_key: 'publishable',
        secret_server_key: 'secret',
        super_secret_admin_key: 'admin',
        web_url: 'http://localhost:8101',
      },
      internal,
    );
  await bootstrap();

  const owner = await clients.users.createUser(
    { user: UserInput.fromPartial({ display_name: 'Owner' }), update_mask: ['display_name'] },
    { ...internal, access_type: 'server' },
  );
  const { selected_team_id: owner_team_id } = await clients.users.getUser({ user_id: owner.id }, internal);

  /** A project of its own for one test, created as its owner would. */
  const newProject = async (config_payload: Partially<unknown>['config'] = {}) => {
    const mask = Object.keys(config_payload ?? {}).map((key) => `config.${key}`);
    const project = await clients.projects.createProject(
      {
        project: Project.fromPartial({ display_name: 'Harbor Notes', owner_team_id, config: config_payload }),
        update_mask: ['display_name', 'owner_team_id', ...mask],
      },
      { ...internal, access_type: 'client', user_id: owner.id },
    );
    await takeEvents(db);
    return testProject(project.id);
  };
  const testProject = (project_id: string) => {
    const system = systemCall(project_id);
    const as = (access_type: AccessType, more: Partial<CallContext> = {}): CallContext => ({
      ...system,
      access_type,
      ...more,
    });
    const createUser = (user: Parameters<typeof UserInput.fromPartial>[0] = {}) =>
      clients.users.createUser(
        { user: UserInput.fromPartial(user), update_mask: Object.keys(user) },
        as('server'),
      );
    const updateUser = (
      user_id: string,
      user: { [K in keyof UserInput]?: UserInput[K] | null },
      call = as('server'),
    ) =>
      clients.users.updateUser(
        { user_id, user: UserInput.fromPartial(user as object), update_mask: Object.keys(user) },
        call,
      );
    const getUser = (user_id: string) => clients.users.getUser({ user_id }, as('server'));
    return {
      id: project_id,
      system,
      as,
      server: as('server'),
      admin: as('admin'),
      client: (user_id?: string, session_id?: string) => as('client', { user_id, session_id }),
      createUser,
      updateUser,
      getUser,
    };
  };

  const stop = async (): Promise<void> => {
    await service.stop();
    for (const neighbour of neighbours.services) await neighbour.stop();
    await shared.bus.stop();
    for (const each of [db, ...Object.values(neighbours.databases)]) await each.destroy();
  };
  return {
    ...shared,
    ...clients,
    ...neighbours.clients,
    neighbours,
    db,
    config_values: config,
    keyring,
    service,
    bootstrap,
    owner: { id: owner.id, team_id: owner_team_id ?? '' },
    internal,
    newProject,
    testProject,
    events: () => takeEvents(db),
    stop,
  };
};

export type Harness = Awaited<ReturnType<typeof startIdentity>>;
export type TestProject = Awaited<ReturnType<Harness['newProject']>>;
