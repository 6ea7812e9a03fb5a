import type { Rpcs } from '@portico/platform/grpc/unary';
import type { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { grantProjectPermission } from './grant-project-permission.ts';
import { grantTeamPermission } from './grant-team-permission.ts';
import { listPermissionDefinitions } from './list-permission-definitions.ts';
import { listProjectPermissions } from './list-project-permissions.ts';
import { listTeamPermissions } from './list-team-permissions.ts';
import { revokeProjectPermission } from './revoke-project-permission.ts';
import { revokeTeamPermission } from './revoke-team-permission.ts';

type Deps = { db: DataSource; identity: Identity };

export const permissionsRpcs = (deps: Deps): Rpcs<PermissionsServiceDefinition> => ({
  listTeamPermissions: listTeamPermissions(deps),
  grantTeamPermission: grantTeamPermission(deps),
  revokeTeamPermission: revokeTeamPermission(deps),
  listProjectPermissions: listProjectPermissions(deps),
  grantProjectPermission: grantProjectPermission(deps),
  revokeProjectPermission: revokeProjectPermission(deps),
  listPermissionDefinitions: listPermissionDefinitions(deps),
});
