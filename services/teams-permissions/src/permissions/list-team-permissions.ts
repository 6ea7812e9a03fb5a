import type { CallContext } from '@portico/platform/call';
import type { ListTeamPermissionsRequest, TeamPermissionList } from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import { heldTeamPermissions } from './held-permissions.ts';
import { byHolder } from './permission-order.ts';
import { requireOwnUser } from './require-own-user.ts';

type Deps = { db: DataSource };

/** The permission check of applications: one statement. */
export const listTeamPermissions =
  ({ db }: Deps) =>
  async (req: ListTeamPermissionsRequest, call: CallContext): Promise<TeamPermissionList> => {
    requireOwnUser(req.user_id, call);
    const items = await heldTeamPermissions(db, req, call);
    return { items: items.sort(byHolder) };
  };
