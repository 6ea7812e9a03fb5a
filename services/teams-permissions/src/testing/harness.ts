import { systemCall, type AccessType, type CallContext } from '@portico/platform/call';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { sql } from '@portico/platform/db/sql';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { inProcess } from '@portico/platform/grpc/unary';
import { newUuid } from '@portico/platform/ids';
import { createLog } from '@portico/platform/log';
import { createFakeClock } from '@portico/platform/testing/clock';
import { createTestDatabase } from '@portico/platform/testing/postgres';
import { Event } from '@portico/proto/events/v1/event';
import { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import { ProjectSettings, ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import { CreateTeamRequest, TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { createTeamsPermissionsService, database } from '../service.ts';

/** Definitions and defaults of a freshly created project. */
const FRESH = {
  version: 1,
  permissions: [
    {
      id: 'team_admin',
      scope: 'team',
      contained_permission_ids: [
        '$update_team',
        '$delete_team',
        '$read_members',
        '$remove_members',
        '$invite_members',
        '$manage_api_keys',
      ],
    },
    { id: 'team_member', scope: 'team', contained_permission_ids: ['$read_members', '$invite_members'] },
    { id: 'billing', scope: 'team', contained_permission_ids: [] },
    { id: 'beta', scope: 'project', contained_permission_ids: [] },
  ],
  team_creator_default_permissions: ['team_admin'],
  team_member_default_permissions: ['team_member'],
  client_team_creation_enabled: true,
};

/** Stands in for the identity service: knows who exists, remembers what it was asked to do. */
const createIdentity = () => {
  const users = new Set<string>();
  const cleared: { team_id: string; user_id?: string }[] = [];
  const images: string[] = [];
  const rpcs: Identity = {
    users: {
      userExists: async ({ user_id }) => ({ exists: users.has(user_id) }),
      clearSelectedTeam: async ({ team_id, user_id }) => {
        cleared.push(user_id === undefined ? { team_id } : { team_id, user_id });
        return {};
      },
    },
    images: {
      storeImage: async ({ url }) => {
        images.push(url);
        return { url: url.startsWith('data:') ? 'http://images.test/stored.png' : url };
      },
    },
  };
  return { users, cleared, images, rpcs };
};

/** Takes the events that were written since the last time. */
const takeEvents = async (db: DataSource): Promise<Event[]> => {
  const rows = await sql(db).query<{ payload: Buffer; position: number }>(
    'with taken as (delete from outbox_events returning *) select * from taken order by position',
  );
  return rows.map((row) => Event.decode(row.payload));
};

/** The service on a database of its own, reached as other services reach it. */
export const startTeamsPermissions = async (name: string) => {
  const db = await openDatabase({ url: createTestDatabase(name), ...database });
  await migrate(db);
  const identity = createIdentity();
  const clock = createFakeClock();
  const log = createLog({ name: 'teams-permissions', level: 'silent' });
  const bus = createLocalBus();
  const service = createTeamsPermissionsService({ db, bus, clock, log, identity: identity.rpcs });
  const teams = inProcess(TeamsServiceDefinition, service.rpcs.teams, { log });
  const memberships = inProcess(MembershipsServiceDefinition, service.rpcs.memberships, { log });
  const permissions = inProcess(PermissionsServiceDefinition, service.rpcs.permissions, { log });
  const provisioning = inProcess(ProvisioningServiceDefinition, service.rpcs.provisioning, { log });

  /** A project of its own for one test. */
  const newProject = async (settings: Partial<ProjectSettings> = {}) => {
    const system = systemCall(newUuid());
    const as = (access_type: AccessType, user_id?: string): CallContext => ({
      ...system,
      access_type,
      user_id,
    });
    await provisioning.applyProjectSettings(ProjectSettings.fromPartial({ ...FRESH, ...settings }), system);
    const newUser = async (): Promise<string> => {
      const user_id = newUuid();
      identity.users.add(user_id);
      await provisioning.provisionUser({ user_id }, system);
      return user_id;
    };
    const newTeam = async (creator_user_id?: string) => {
      clock.advance(1);
      return teams.createTeam(
        CreateTeamRequest.fromPartial({ display_name: 'Lumen', creator_user_id }),
        as('server'),
      );
    };
    await takeEvents(db);
    return {
      system,
      as,
      server: as('server'),
      client: (user_id?: string) => as('client', user_id),
      newUser,
      newTeam,
    };
  };

  const stop = async (): Promise<void> => {
    await service.stop();
    await bus.stop();
    await db.destroy();
  };
  const events = () => takeEvents(db);
  return {
    db,
    bus,
    clock,
    service,
    identity,
    teams,
    memberships,
    permissions,
    provisioning,
    newProject,
    events,
    stop,
  };
};

export type TestProject = Awaited<
  ReturnType<Awaited<ReturnType<typeof startTeamsPermissions>>['newProject']>
>;
