import { z } from 'zod';
import { flag, object, userIdOrMe, uuid } from '../http/fields.ts';
import { permissionId } from '../http/permission-ids.ts';

export const teamPermission = z.object({ id: z.string(), team_id: z.string(), user_id: z.string() });
export const projectPermission = z.object({ id: z.string(), user_id: z.string() });

export const permissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  contained_permission_ids: z.array(z.string()),
});

export const teamPermissionsQuery = object({
  team_id: uuid().optional(),
  user_id: userIdOrMe().optional(),
  permission_id: permissionId().optional(),
  recursive: flag().optional(),
});

export const projectPermissionsQuery = object({
  user_id: userIdOrMe().optional(),
  permission_id: permissionId().optional(),
  recursive: flag().optional(),
});

export const teamPermissionParams = object({
  team_id: uuid(),
  user_id: userIdOrMe(),
  permission_id: permissionId(),
});
export const projectPermissionParams = object({ user_id: userIdOrMe(), permission_id: permissionId() });
