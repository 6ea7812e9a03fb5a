import type { CallContext } from '@portico/platform/call';
import type {
  ListProjectPermissionsRequest,
  ProjectPermissionList,
} from '@portico/proto/teams/v1/permissions';
import type { DataSource } from 'typeorm';
import { heldProjectPermissions } from './held-permissions.ts';
import { byHolder } from './permission-order.ts';
import { requireOwnUser } from './require-own-user.ts';

type Deps = { db: DataSource };

/** The permission check of applications: one statement. */
export const listProjectPermissions =
  ({ db }: Deps) =>
  async (req: ListProjectPermissionsRequest, call: CallContext): Promise<ProjectPermissionList> => {
    requireOwnUser(req.user_id, call);
    const items = await heldProjectPermissions(db, req, call);
    return { items: items.sort(byHolder) };
  };
